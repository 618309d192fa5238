import {
  type AlarmState,
  alarmRules,
  judgeAlarm,
  mailAgainMs,
  sayAgainMs,
} from '@dossard/contract/alarms/alarm.rules.ts';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import { describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import { reasonOf } from '../backup/backup.error.ts';
import type { Database } from '../database/client.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { alarmMail } from '../mail/mail.texts.ts';
import type { Measured } from './alarm.measures.ts';
import {
  type AlarmChange,
  type AlarmRow,
  cleared,
  listActiveOf,
  raised,
  repeated,
  reportAlarm,
  storeChange,
} from './alarm.store.ts';
import type { Webhook } from './alarm.webhook.ts';

/* The alarms that this process watches: raised and cleared by their values, and announced (Q3). */

export interface Watched {
  kind: AlarmKind;
  competition_id: number | null;
  value: number;
  state: AlarmState;
  /** The stored row while the alarm is active. */
  row?: AlarmRow | undefined;
  /** When it was last mailed as raised, and whether the present one was. */
  mailedAt?: number;
  isMailed?: boolean;
}

export interface Outlets {
  db: Database;
  /** Identifies this process among those of its installation, also after a restart. */
  source: string;
  publicUrl: string;
  /** Whether super administrators get mails. */
  sendsMails: boolean;
  webhook?: Webhook | undefined;
  /** Called with a sentence for the log. */
  report: (sentence: string) => void;
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

/** Returns the row of an alarm that is raised; its owner is a process, or `all`. */
function rowOfNew({ kind, competition_id, value }: Watched, owner: string, now: Date): AlarmRow {
  const at = now.toISOString();
  const key = `${kind}:${owner}:${competition_id ?? ''}:${now.getTime()}`;
  const times = { raised_at: at, said_at: at, reported_at: at, cleared_at: null };
  return { key, kind, source: owner, competition_id, value, ...times };
}

const openings = { raised: 'Alarm', standing: 'Alarm, still', cleared: 'Alarm over' };

/**
 * Creates the functions that judge alarms, and announce each change in the log, by webhook and by mail. While the
 * database is down, rows and mails are written once it is back.
 */
export function createWatch({ db, source, publicUrl, sendsMails, webhook, report }: Outlets) {
  /** Pending writes; of several updates of a row, the last is enough. */
  const unwritten = new Map<object, () => Promise<unknown>>();

  /** Announces a change that one process makes: immediately, or if several may make it, once it was made here. */
  function announce(
    announcement: keyof typeof openings,
    { kind, value, competition_id, isMailed }: Watched,
    at: string,
    { change, isImmediate, onOther }: { change: AlarmChange; isImmediate: boolean; onOther?: () => Promise<void> },
  ): void {
    const publish = () => {
      const words = { fr: describeAlarm({ kind, value }, 'fr'), en: describeAlarm({ kind, value }, 'en') };
      report(`${openings[announcement]}: ${words.en.what}`);
      webhook?.send({ installation: publicUrl, state: announcement, kind, value, competition_id, at, ...words });
    };
    if (isImmediate) publish();
    const isLettered = sendsMails && (isMailed || announcement === 'standing');
    const letter: Parameters<typeof storeChange>[3] = (language) =>
      alarmMail(language, announcement, { kind, value }, publicUrl);
    unwritten.set({}, async () => {
      const isOurs = await storeChange(db, change, at, isLettered ? letter : undefined);
      if (!isOurs) await onOther?.();
      else if (!isImmediate) publish();
    });
  }

  function raise(alarm: Watched, now: Date): void {
    const { mailedAt } = alarm;
    const isShared = alarmRules[alarm.kind].isShared === true;
    const row = rowOfNew(alarm, isShared ? 'all' : source, now);
    alarm.row = row;
    // Limit the mails, because strangers can raise some alarms at will.
    alarm.isMailed = mailedAt === undefined || Math.abs(now.getTime() - mailedAt) >= mailAgainMs;
    if (alarm.isMailed) alarm.mailedAt = now.getTime();
    announce('raised', alarm, row.raised_at, {
      change: raised(row),
      isImmediate: !isShared,
      onOther: () => adopt(alarm),
    });
  }

  /** Takes over the alarm that another process has raised first. */
  async function adopt(alarm: Watched): Promise<void> {
    const rows = await listActiveOf(db, source);
    const row = rows.find((one) => one.kind === alarm.kind && one.competition_id === alarm.competition_id);
    if (row && alarm.state.isActive) alarm.row = row;
  }

  function clear(alarm: Watched, now: Date): void {
    const at = now.toISOString();
    const { row } = alarm;
    alarm.row = undefined;
    if (!row) return;
    const isImmediate = row.source !== 'all';
    announce('cleared', { ...alarm, value: row.value }, at, { change: cleared(row, at), isImmediate });
  }

  /** Updates an active alarm, and announces it again after a long time. */
  function remind(alarm: Watched, now: Date): void {
    const { row, value } = alarm;
    if (!row) return;
    const at = now.toISOString();
    if (now.getTime() - Date.parse(row.said_at) >= sayAgainMs) {
      announce('standing', alarm, at, { change: repeated({ ...row }, at), isImmediate: false });
      row.said_at = at;
    }
    if (now.getTime() - Date.parse(row.reported_at) < reportMs) return;
    Object.assign(row, { reported_at: at, value });
    unwritten.set(row, () => reportAlarm(db, row));
  }

  return {
    /** Judges an alarm by a measured value; undefined if it could not be measured. */
    update(alarm: Watched, value: number | undefined, now: Date): void {
      const { isActive } = alarm.state;
      const rule = alarmRules[alarm.kind];
      alarm.state = judgeAlarm(rule, alarm.state, value, now.getTime());
      // Keep the last value above the threshold, which is what is shown.
      if (value !== undefined && value > rule.clearAt) alarm.value = value;
      if (alarm.state.isActive && !isActive) raise(alarm, now);
      else if (!alarm.state.isActive && isActive) clear(alarm, now);
      else if (isActive) remind(alarm, now);
    },
    /** Performs the pending writes in order. Throws while the database is down; they stay pending. */
    async flush(): Promise<void> {
      for (const [key, write] of unwritten) {
        await write().catch((error) => {
          // Retry later while the database is down; skip an alarm that the database rejects, because it would block
          // the others.
          if (isDatabaseAway(error)) throw error;
          report(`An alarm could not be stored: ${reasonOf(error)}`);
        });
        unwritten.delete(key);
      }
    },
  };
}
