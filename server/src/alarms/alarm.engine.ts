import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { type AlarmKind, alarmKindSchema } from '@dossard/contract/alarms/alarm.schema.ts';
import { reasonOf } from '../backup/backup.error.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { startPeriodicWork } from '../tools/periodic.work.ts';
import type { Measured } from './alarm.measures.ts';
import { cleanUpAlarms, listActiveOf } from './alarm.store.ts';
import { createWatch, type Outlets, reportMs, resumeAlarm, type Watched, watchAlarm } from './watched.alarm.ts';

interface Order extends Outlets {
  clock: () => Date;
  measure: (now: Date) => Promise<Measured[]>;
  everyMs?: number;
}

export type AlarmEngine = ReturnType<typeof startAlarms>;

/** Identifies a server process by its machine and folder. */
export const sourceOf = (dataDir: string) =>
  createHash('sha256').update(`${hostname()}\n${dataDir}`).digest('base64url').slice(0, 12);

const nameOfAlarm = ({ kind, competition_id }: { kind: string; competition_id: number | null }) =>
  `${kind} ${competition_id ?? ''}`;

/** Measures every 5 seconds, and raises and clears alarms (Q1). */
export function startAlarms({ clock, measure, everyMs = 5_000, ...outlets }: Order) {
  const { db, source } = outlets;
  const watch = createWatch(outlets);
  const watched = new Map<string, Watched>();
  let isLoaded = false;
  let forgottenAt = 0;
  let trouble = '';

  /** Loads the alarms that were active before this process started. */
  async function load(): Promise<void> {
    for (const row of await listActiveOf(db, source)) {
      const kind = alarmKindSchema.safeParse(row.kind);
      if (kind.success) watched.set(nameOfAlarm(row), resumeAlarm(kind.data, row));
    }
    isLoaded = true;
  }

  async function work(): Promise<void> {
    const now = clock();
    const measures = await measure(now);
    const isAway = measures.some(({ kind, value }) => kind === 'database_away' && value === 1);
    if (!isAway && !isLoaded) await load();
    for (const measured of measures) {
      const name = nameOfAlarm(measured);
      if (!watched.has(name)) watched.set(name, watchAlarm(measured));
    }
    const rest = measures.find(({ kind, competition_id }) => kind === 'unsent_old' && competition_id === null);
    const values = new Map(measures.map((measured) => [nameOfAlarm(measured), measured]));
    for (const [name, alarm] of watched) watch.update(alarm, (values.get(name) ?? rest)?.value, now);
    if (isAway) return;
    await watch.flush();
    if (now.getTime() - forgottenAt < reportMs) return;
    await cleanUpAlarms(db, now);
    forgottenAt = now.getTime();
  }

  /** Reports new trouble of the alarms themselves once; the database being down is an alarm already. */
  function onTrouble(error: Error): void {
    const reason = reasonOf(error);
    if (isDatabaseAway(error) || reason === trouble) return;
    trouble = reason;
    outlets.report(`The alarms could not be looked at: ${reason}`);
  }

  const rounds = startPeriodicWork({ work, everyMs, onTrouble });
  return {
    runNow: rounds.runNow,
    /** Returns the number of active alarms of each kind in this process. */
    countActive() {
      const counts = Object.fromEntries(alarmKindSchema.options.map((kind) => [kind, 0])) as Record<AlarmKind, number>;
      for (const { kind, state } of watched.values()) if (state.isActive) counts[kind] += 1;
      return counts;
    },
    async stop() {
      await rounds.stop();
      await outlets.webhook?.stop();
    },
  };
}
