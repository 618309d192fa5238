import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import type { AlarmReceiver } from '../product/alarm.receiver.ts';

/* The alarms that the servers raise during a takeover by another PostgreSQL. */

/** Raised while writes wait, if they wait long enough, which depends on the blow. */
const whileAway: readonly AlarmKind[] = ['database_away', 'live_silent'];
/** Must be raised after every blow, and stays for ten minutes after the last one. */
const afterwards: AlarmKind = 'database_restarted';

/**
 * Waits for the alarms of a takeover, and until those that end with it are cleared. Returns as texts which alarms were
 * not raised within 60 s, were false, or were not cleared within 60 s.
 */
export async function judgeTakeover(receivers: readonly AlarmReceiver[]): Promise<string[]> {
  const troubles = receivers.map(async (receiver, index) => {
    const found: string[] = [];
    if (!(await receiver.waitUntil(afterwards, true))) found.push(`no ${afterwards}`);
    for (const kind of whileAway) {
      if (!(await receiver.waitUntil(kind, false))) found.push(`${kind} stays`);
    }
    const known = [...whileAway, afterwards];
    const raised = receiver.received.filter(({ state }) => state === 'raised');
    found.push(...raised.filter(({ kind }) => !known.includes(kind)).map(({ kind }) => `${kind} is false`));
    return found.map((what) => `server ${index + 1}: ${what}`);
  });
  return (await Promise.all(troubles)).flat();
}

/** Returns for each alarm after how many seconds the last of the servers raised it. */
export function listRaised(receivers: readonly AlarmReceiver[], struckAt: number): Partial<Record<AlarmKind, number>> {
  const seconds: Partial<Record<AlarmKind, number>> = {};
  for (const { kind, state, at } of receivers.flatMap(({ received }) => received)) {
    if (state !== 'raised' || at < struckAt) continue;
    seconds[kind] = Math.max(seconds[kind] ?? 0, Math.round((at - struckAt) / 100) / 10);
  }
  return seconds;
}
