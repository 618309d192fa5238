import { statfs } from 'node:fs/promises';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import type { Backups } from '../backup/backup.schedule.ts';
import type { Database } from '../database/client.ts';
import { joinReads } from '../database/joined.reads.ts';
import type { Far } from '../far/far.start.ts';
import { readFarState } from '../far/far.state.ts';
import { countClosedConnections } from '../http/input/incomplete.requests.ts';
import { countRefusedGuesses } from '../http/turns/limits.ts';
import type { LiveSignals } from '../live/live.signal.ts';
import { countOverloads } from '../refusals/overload.ts';
import { inTime } from '../tools/in.time.ts';
import { countBroken, getDatabaseStart, getMailWait, getUnsentAges } from './alarm.store.ts';

/* The values on which alarms are based; undefined if a value cannot be measured now. */

export interface MeasureSources {
  db: Database;
  dataDir: string;
  /** The folder with the state of far backups and drills. */
  farFolder: string;
  isDrilling: boolean;
  signals: Pick<LiveSignals, 'isReceiving'>;
  backups: Pick<Backups, 'state'>;
  far: Pick<Far, 'isFailing'>;
  /** Whether the previous server process was killed. */
  wasKilled: boolean;
}

/** One measured value; for a competition if `competition_id` is not null. */
export interface Measured {
  kind: AlarmKind;
  competition_id: number | null;
  value: number | undefined;
}

const minuteMs = 60_000;
/** Time limit for the database's answer, in milliseconds. */
const answerMs = 1_500;
/** How long a restart is reported, in milliseconds. */
const restartMs = 10 * minuteMs;
const backupsOldMs = 35 * minuteMs;
const drillOldMs = 50 * 60 * minuteMs;

/** Creates the function that measures all values. */
export function createMeasures(sources: MeasureSources): (now: Date) => Promise<Measured[]> {
  const { db, dataDir, farFolder, isDrilling, signals, backups, far, wasKilled } = sources;
  const lastMinute = { overload: countLately(), guessing: countLately() };
  let startedAt: number | undefined;
  let aheadSince: number | undefined;
  let databaseStart: string | undefined;
  let restartedAt: number | undefined;
  let unreadable: { at: number; count: number } | undefined;
  /** Shared, because queries must not pile up when the database does not answer. */
  const askStart = joinReads((_: 'start') => getDatabaseStart(db));
  const queryDatabase = () => inTime(askStart('start'), answerMs).catch(() => undefined);

  /** Counts once a minute, because all competitions are read for it. */
  async function countUnreadable(now: number): Promise<number> {
    if (!unreadable || Math.abs(now - unreadable.at) >= minuteMs)
      unreadable = { at: now, count: await countBroken(db) };
    return unreadable.count;
  }

  async function measureDisk(): Promise<number | undefined> {
    const { blocks, bavail } = await statfs(dataDir);
    return blocks > 0 ? 100 * (1 - bavail / blocks) : undefined;
  }

  async function measureDrill(now: number): Promise<number> {
    const { drill, last } = await readFarState(farFolder);
    if (!isDrilling) return 0;
    if (drill && !drill.is_good) return 1;
    const before = drill?.at ?? last?.sent_at;
    if (before === undefined) return 0;
    // A laptop that was off for a week drills in its next night; a time in the future comes from a clock that was
    // ahead.
    const at = Date.parse(before);
    return now - Math.max(at > now ? 0 : at, startedAt ?? now) > drillOldMs ? 1 : 0;
  }

  return async (at) => {
    const now = at.getTime();
    startedAt ??= now;
    const found = await queryDatabase();
    if (found && databaseStart && found !== databaseStart) restartedAt = now;
    databaseStart = found ?? databaseStart;
    const ofDatabase = async <Value>(read: () => Promise<Value>): Promise<Value | undefined> =>
      found === undefined ? undefined : read().catch(() => undefined);
    const { isFailing, lastGoodAt } = backups.state();
    // After a clock was set back, the age counts from when this is noticed.
    aheadSince = lastGoodAt > at ? Math.min(aheadSince ?? now, now) : undefined;
    const unsent = await ofDatabase(() => getUnsentAges(db, at));
    const values: Record<Exclude<AlarmKind, 'unsent_old'>, number | undefined> = {
      backup_failing: Number(isFailing || now - (aheadSince ?? lastGoodAt.getTime()) > backupsOldMs),
      far_backup_failing: Number(far.isFailing()),
      drill_failed: await measureDrill(now).catch(() => undefined),
      disk_low: await measureDisk().catch(() => undefined),
      database_away: Number(found === undefined),
      database_restarted: Number(restartedAt !== undefined && now - restartedAt < restartMs),
      server_killed: Number(wasKilled && now - startedAt < restartMs),
      live_silent: Number(!signals.isReceiving()),
      overload: lastMinute.overload(countOverloads() + countClosedConnections(), now),
      guessing: lastMinute.guessing(countRefusedGuesses(), now),
      mails_waiting: await ofDatabase(() => getMailWait(db, at)),
      settings_unreadable: await ofDatabase(() => countUnreadable(now)),
    };
    const ofInstallation = Object.entries(values) as [AlarmKind, number | undefined][];
    return [
      ...ofInstallation.map(([kind, value]) => ({ kind, value, competition_id: null })),
      ...[...(unsent ?? [])].map(([competition_id, value]) => ({ kind: 'unsent_old' as const, value, competition_id })),
      // Competitions that are no longer listed have the value 0; without an answer it is unknown.
      { kind: 'unsent_old', competition_id: null, value: unsent && 0 },
    ];
  };
}

/** Creates a function that returns by how much a counter grew within the last minute. */
function countLately(): (total: number, now: number) => number {
  let samples: { at: number; total: number }[] = [];
  return (total, now) => {
    samples = [...samples.filter(({ at }) => now - at <= minuteMs), { at: now, total }];
    return total - (samples[0]?.total ?? total);
  };
}
