import {
  type AlarmState,
  alarmRules,
  judgeAlarm,
  mailAgainMs,
  sayAgainMs,
} from '@dossard/contract/alarms/alarm.rules.ts';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import type { Database } from '../database/client.ts';
import type { Announced, Announcer } from './alarm.announcer.ts';
import type { Measured } from './alarm.measures.ts';
import { type AlarmRow, clearAlarm, listActiveOf, repeatAlarm, reportAlarm, storeAlarm } from './alarm.store.ts';

/* An alarm that this process watches: raised and cleared by its values, and reminded of while it is active. */

export interface Watched extends Announced {
  state: AlarmState;
  /** The stored row while the alarm is active. */
  row?: AlarmRow | undefined;
  /** When it was last mailed as raised. */
  mailedAt?: number;
}

export interface Installation {
  db: Database;
  /** Identifies this process among those of its installation, also after a restart. */
  source: string;
  announcer: Announcer;
}

/** How often an active alarm is updated in the database, in milliseconds. */
export const reportMs = 60_000;

/** Watches an alarm that is not active. */
export const watchAlarm = ({ value = 0, ...measured }: Measured): Watched => ({
  ...measured,
  value,
  state: { isActive: false, since: undefined },
});

/** Watches an alarm that was active and mailed before this process started (Q3). */
export const resumeAlarm = (kind: AlarmKind, row: AlarmRow): Watched => ({
  kind,
  competition_id: row.competition_id,
  value: row.value,
  state: { isActive: true, since: undefined },
  row,
  mailedAt: Date.parse(row.raised_at),
  isMailed: true,
});

/** Judges an alarm by a measured value; undefined if it could not be measured. */
export function updateAlarm(alarm: Watched, value: number | undefined, now: Date, installation: Installation): void {
  const { isActive } = alarm.state;
  const rule = alarmRules[alarm.kind];
  alarm.state = judgeAlarm(rule, alarm.state, value, now.getTime());
  // Keep the last value above the threshold, which is what is shown.
  if (value !== undefined && value > rule.clearAt) alarm.value = value;
  if (alarm.state.isActive && !isActive) raise(alarm, now, installation);
  else if (!alarm.state.isActive && isActive) clear(alarm, now, installation);
  else if (isActive) remind(alarm, now, installation);
}

function raise(alarm: Watched, now: Date, installation: Installation): void {
  const { db, source, announcer } = installation;
  const { kind, competition_id, value, mailedAt } = alarm;
  const at = now.toISOString();
  const isShared = alarmRules[kind].isShared === true;
  const owner = isShared ? 'all' : source;
  const key = `${kind}:${owner}:${competition_id ?? ''}:${now.getTime()}`;
  const row = {
    key,
    kind,
    source: owner,
    competition_id,
    value,
    raised_at: at,
    said_at: at,
    reported_at: at,
    cleared_at: null,
  };
  alarm.row = row;
  // Limit the mails, because strangers can raise some alarms at will.
  alarm.isMailed = mailedAt === undefined || Math.abs(now.getTime() - mailedAt) >= mailAgainMs;
  if (alarm.isMailed) alarm.mailedAt = now.getTime();
  announcer.announce({
    announcement: 'raised',
    alarm: { ...alarm },
    at,
    isImmediate: !isShared,
    async store(letter) {
      const isOurs = await storeAlarm(db, row, letter);
      if (!isOurs) await adopt(alarm, installation);
      return isOurs;
    },
  });
}

/** Takes over the alarm that another process has raised first. */
async function adopt(alarm: Watched, { db, source }: Installation): Promise<void> {
  const rows = await listActiveOf(db, source);
  const row = rows.find((one) => one.kind === alarm.kind && one.competition_id === alarm.competition_id);
  if (row && alarm.state.isActive) alarm.row = row;
}

function clear(alarm: Watched, now: Date, { db, announcer }: Installation): void {
  const at = now.toISOString();
  const { row } = alarm;
  alarm.row = undefined;
  if (!row) return;
  announcer.announce({
    announcement: 'cleared',
    alarm: { ...alarm, value: row.value },
    at,
    isImmediate: row.source !== 'all',
    store: (letter) => clearAlarm(db, row.key, at, letter),
  });
}

/** Updates an active alarm, and announces it again after a long time. */
function remind(alarm: Watched, now: Date, { db, announcer }: Installation): void {
  const { row, value } = alarm;
  if (!row) return;
  const at = now.toISOString();
  if (now.getTime() - Date.parse(row.said_at) >= sayAgainMs) {
    const before = { ...row };
    row.said_at = at;
    announcer.announce({
      announcement: 'standing',
      alarm,
      at,
      isImmediate: false,
      store: (letter) => repeatAlarm(db, before, at, letter),
    });
  }
  if (now.getTime() - Date.parse(row.reported_at) < reportMs) return;
  row.reported_at = at;
  row.value = value;
  announcer.update(row, () => reportAlarm(db, row.key, row.value, row.reported_at));
}
