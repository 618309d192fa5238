import { updateHandout } from '@dossard/contract/bibs/bib.endpoints.ts';
import { maxTicks, type Tick } from '@dossard/contract/bibs/handout.schema.ts';
import { useCallback, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import type { EntryOwner } from '../../device/kept.entries.ts';
import { handoutOf } from '../../queries/handout.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { usePending } from '../../session/pending.entries.ts';
import { keptTicks } from './kept.ticks.ts';

/** Why ticks of this device are not saved: its storage is full, or the server refuses them. */
export type TickTrouble = { kind: 'full' } | { kind: 'refused'; error: Failure };

/** Ticks riders on this device, and sends the ticks as soon as there is network (B4). */
export function useTicking(competitionId: number) {
  const [trouble, setTrouble] = useState<TickTrouble>();

  const send = useCallback(async (waiting: Tick[], by: EntryOwner) => {
    const params = { id: by.competitionId };
    try {
      for (let from = 0; from < waiting.length; from += maxTicks) {
        const ticks = waiting.slice(from, from + maxTicks);
        const body = { clock: new Date().toISOString(), ticks };
        const answer = await callApi(updateHandout, { params, body, once: true });
        await storeAnswer(handoutOf(by.competitionId), answer);
        for (const tick of ticks) keptTicks.drop(localStorage, by, tick);
        setTrouble(undefined);
      }
    } catch (error) {
      // Without an answer, or while the server is busy, the next interval retries.
      if (error instanceof Failure && isFinalRefusal(error.status)) setTrouble({ kind: 'refused', error });
    }
  }, []);
  const { entries: ticks, keep } = usePending(keptTicks, competitionId, send);

  function tick(dossard: number, came: boolean): void {
    try {
      keep({ dossard, came, at: new Date().toISOString() });
    } catch {
      setTrouble({ kind: 'full' });
    }
  }
  return { ticks, trouble, tick };
}
