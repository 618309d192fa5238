import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import type { AlarmReceiver } from '../product/alarm.receiver.ts';

/* Which alarms the servers raise when another PostgreSQL takes over. */

/** Raised while writes wait: whether they last long enough for that depends on the blow. */
const whileAway: readonly AlarmKind[] = ['database_away', 'live_silent'];
/** Must come after every blow, and stands for ten minutes after the last one. */
const afterwards: AlarmKind = 'database_restarted';

/**
 * Waits for the alarms of a takeover, and until those are over that end with it. Returns in words what did not come within 60 s, is
 * false since the servers began, or still stood after as long.
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

/** Lists after how many seconds each alarm was raised, by the last of the servers that raised it. */
export function listRaised(receivers: readonly AlarmReceiver[], struckAt: number): Partial<Record<AlarmKind, number>> {
  const seconds: Partial<Record<AlarmKind, number>> = {};
  for (const { kind, state, at } of receivers.flatMap(({ received }) => received)) {
    if (state !== 'raised' || at < struckAt) continue;
    seconds[kind] = Math.max(seconds[kind] ?? 0, Math.round((at - struckAt) / 100) / 10);
  }
  return seconds;
}
