import { updateHandout } from '@dossard/contract/bibs/bib.endpoints.ts';
import { maxTicks, type Tick } from '@dossard/contract/bibs/handout.schema.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import { useNetwork } from '../../device/online.ts';
import { handoutOf } from '../../queries/handout.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { readerHere } from '../../session/session.store.ts';
import { forgetTicks, keepTick, listTicks } from './kept.ticks.ts';

/** Interval between attempts to send ticks, in milliseconds. */
const retryMs = 5_000;

/** Why ticks of this device are not saved: its storage is full, or the server refuses them. */
export type TickTrouble = { kind: 'full' } | { kind: 'refused'; error: Failure };

/** Ticks riders on this device, and sends the ticks as soon as there is network (B4). */
export function useTicking(competitionId: number) {
  const network = useNetwork();
  const by = { user: readerHere(), competitionId };
  const [ticks, setTicks] = useState<readonly Tick[]>(() => listTicks(localStorage, by));
  const [trouble, setTrouble] = useState<TickTrouble>();
  const isSending = useRef(false);
  const user = by.user;

  const send = useCallback(async () => {
    const own = { user, competitionId };
    const waiting = listTicks(localStorage, own).slice(0, maxTicks);
    setTicks(listTicks(localStorage, own));
    if (waiting.length === 0 || isSending.current || !navigator.onLine) return;
    isSending.current = true;
    try {
      const body = { clock: new Date().toISOString(), ticks: waiting };
      const answer = await callApi(updateHandout, { params: { id: competitionId }, body, once: true });
      await storeAnswer(handoutOf(competitionId), answer);
      forgetTicks(localStorage, own, waiting);
      setTrouble(undefined);
      // Ticks made in the meantime do not wait for the next interval.
      if (listTicks(localStorage, own).length > 0) setTimeout(() => void send());
    } catch (error) {
      // Without an answer, or while the server is busy, the next interval retries.
      if (error instanceof Failure && isFinalRefusal(error.status)) setTrouble({ kind: 'refused', error });
    } finally {
      isSending.current = false;
      setTicks(listTicks(localStorage, own));
    }
  }, [competitionId, user]);

  useEffect(() => {
    if (network === 'offline') return;
    void send();
    const timer = setInterval(() => void send(), retryMs);
    return () => clearInterval(timer);
  }, [network, send]);

  function tick(dossard: number, came: boolean): void {
    try {
      keepTick(localStorage, by, { dossard, came, at: new Date().toISOString() });
      void send();
    } catch {
      setTrouble({ kind: 'full' });
    }
  }
  return { ticks, trouble, tick };
}
