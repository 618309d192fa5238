import type { PhoneNotice } from '@dossard/contract/notices/notice.schema.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../api/client.ts';
import { Failure } from '../api/failure.ts';
import { readStorageState } from '../device/lasting.storage.ts';
import { abortAfter, withTimeout } from '../device/time.limit.ts';
import { readerHere } from '../session/session.store.ts';
import { takeNotices } from './offline/field.notices.ts';
import { isUnsent } from './outbox/kept.run.ts';
import { resumeOutbox, useOutbox } from './outbox/outbox.ts';
import { confirmedNotices } from './phone/confirmed.notices.ts';
import { noteServerTime, wrongMinutes } from './phone/phone.clock.ts';
import { phoneId } from './phone/phone.id.ts';

/* Heartbeat to the organiser while the page is visible; its answer shows that the server can be reached. */

/** Interval of the heartbeats, timeout of an answer, and timeout of reading the battery, in milliseconds. */
const reportMs = 10_000;
const patienceMs = 5_000;
const batteryMs = 500;

/** When the server was lost, kept for this tab, so that a reload without network does not start to count again. */
const lostKey = 'server-lost-since';

interface BatteryNavigator extends Navigator {
  getBattery?: () => Promise<{ level: number }>;
}

/** Returns the battery level in percent; null if the browser does not report it in time. */
async function readBattery(): Promise<number | null> {
  const pending = (navigator as BatteryNavigator).getBattery?.();
  const battery = pending && (await withTimeout(pending, batteryMs).catch(() => undefined));
  return battery ? Math.round(battery.level * 100) : null;
}

/**
 * Whether the server answers, and still takes the referee's reports; `lostSince` in milliseconds since 1970, `wrongMin` as
 * by `wrongMinutes`.
 */
export type Contact = { reached: boolean; isOut: boolean; lostSince: number | undefined; wrongMin: number };

/**
 * Sends heartbeats while the page is visible, and detects within seconds when the server cannot be reached. `riding` is
 * the bib whose run is being recorded: a change of it is reported immediately (K4).
 */
export function useServerContact(competitionId: number, zoneId: number, riding: number | null): Contact {
  const [contact, setContact] = useState<Contact>({ reached: true, isOut: false, lostSince: undefined, wrongMin: 0 });
  const isLost = useRef(false);
  const queryClient = useQueryClient();
  const { runs = [] } = useOutbox();
  const unsent = runs.filter(isUnsent);
  const count = unsent.length;
  const oldest = unsent[0]?.made_at;
  useEffect(() => {
    if (Number.isNaN(competitionId) || Number.isNaN(zoneId)) return;
    const left = new AbortController();
    const { signal } = left;
    let sent = 0;
    let answered = 0;
    const report = async () => {
      if (document.visibilityState !== 'visible') return;
      sent += 1;
      const turn = sent;
      const now = Date.now();
      const user = readerHere();
      const confirmed = confirmedNotices({ user, competitionId });
      const {
        reached,
        isOut = false,
        notices,
      } = await sendReport(competitionId, {
        phone_id: phoneId(),
        zone_id: zoneId,
        riding,
        unsent: count,
        oldest_unsent_sec: oldest === undefined ? null : Math.max(0, Math.round((now - oldest) / 1000)),
        app_version: import.meta.env.APP_VERSION,
        clock: new Date(now).toISOString(),
        battery: await readBattery(),
        storage: await readStorageState(),
        confirmed_notices: confirmed,
      });
      // A slow answer is outdated once a later report has been answered.
      if (signal.aborted || turn < answered) return;
      answered = turn;
      if (notices) takeNotices(queryClient, { competitionId, zoneId }, { user, delivered: confirmed, notices });
      // The server can be reached again, so retry all runs now instead of at their next round.
      if (reached && isLost.current) void resumeOutbox();
      isLost.current = !reached;
      const lostSince = reached ? undefined : Number(sessionStorage.getItem(lostKey) ?? now);
      if (lostSince === undefined) sessionStorage.removeItem(lostKey);
      else sessionStorage.setItem(lostKey, String(lostSince));
      const wrongMin = wrongMinutes();
      setContact((before) =>
        reached === before.reached && isOut === before.isOut && wrongMin === before.wrongMin
          ? before
          : { reached, isOut, lostSince, wrongMin },
      );
    };
    void report();
    const beat = setInterval(() => void report(), reportMs);
    const now = () => void report();
    for (const event of ['online', 'offline']) window.addEventListener(event, now, { signal });
    document.addEventListener('visibilitychange', now, { signal });
    return () => {
      left.abort();
      clearInterval(beat);
    };
  }, [queryClient, competitionId, zoneId, riding, count, oldest]);
  return contact;
}

type Report = Parameters<typeof callApi<typeof reportPhone>>[1]['body'];

/**
 * Sends a heartbeat and returns the notices of its answer; `reached` if the server answered, even with a refusal. A 5xx
 * does not count, because a proxy may send it while the server is down.
 */
async function sendReport(
  competitionId: number,
  body: Report,
): Promise<{ reached: boolean; isOut?: boolean; notices?: PhoneNotice[] }> {
  if (!navigator.onLine) return { reached: false };
  try {
    const params = { id: competitionId };
    const { notices, server_time } = await abortAfter(patienceMs, (signal) =>
      callApi(reportPhone, { params, body, once: true, signal }),
    );
    noteServerTime(server_time, Date.parse(body.clock));
    return { reached: true, notices };
  } catch (error) {
    const status = error instanceof Failure ? error.status : 0;
    return { reached: status > 0 && status < 500, isOut: status === 401 };
  }
}
