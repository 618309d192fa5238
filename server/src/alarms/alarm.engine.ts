import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import {
  type AlarmState,
  alarmRules,
  judgeAlarm,
  mailAgainMs,
  sayAgainMs,
} from '@dossard/contract/alarms/alarm.rules.ts';
import { type AlarmKind, alarmKindSchema } from '@dossard/contract/alarms/alarm.schema.ts';
import { describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import { reasonOf } from '../backup/backup.error.ts';
import type { Database } from '../database/client.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { alarmMail } from '../mail/mail.texts.ts';
import { type PeriodicWork, startPeriodicWork } from '../tools/periodic.work.ts';
import type { Measured } from './alarm.measures.ts';
import {
  type AlarmLetter,
  type AlarmRow,
  cleanUpAlarms,
  clearAlarm,
  listActiveOf,
  repeatAlarm,
  reportAlarm,
  storeAlarm,
} from './alarm.store.ts';
import type { Webhook } from './alarm.webhook.ts';

interface Order {
  db: Database;
  clock: () => Date;
  measure: (now: Date) => Promise<Measured[]>;
  /** Identifies this process among those of its installation, also after a restart. */
  source: string;
  publicUrl: string;
  /** Whether super administrators get mails. */
  sendsMails: boolean;
  wakePostman: () => void;
  webhook?: Webhook | undefined;
  /** Called with a sentence for the log. */
  report: (sentence: string) => void;
  everyMs?: number;
}

/** Each round measures. */
export interface AlarmEngine extends PeriodicWork {
  /** Returns the number of active alarms of each kind in this process. */
  countActive(): Record<AlarmKind, number>;
}

/** Identifies a server process by its machine and folder. */
export const sourceOf = (dataDir: string) =>
  createHash('sha256').update(`${hostname()}\n${dataDir}`).digest('base64url').slice(0, 12);

interface Watched {
  kind: AlarmKind;
  competition_id: number | null;
  state: AlarmState;
  value: number;
  /** The stored row while the alarm is active, and the write that updates it. */
  row?: AlarmRow;
  update?: () => Promise<void>;
  /** When it was last mailed as raised, and whether the active alarm was mailed. */
  mailedAt?: number;
  isMailed?: boolean;
}

type Announcement = 'raised' | 'standing' | 'cleared';

/** How often an active alarm is updated in the database, in milliseconds. */
const reportMs = 60_000;

/**
 * Measures every 5 seconds, and raises and clears alarms (Q1), each announced once (Q3). While the database is down,
 * the webhook and the log are notified immediately, and rows and mails are written once it is back.
 */
export function startAlarms(order: Order): AlarmEngine {
  const { db, clock, measure, source, publicUrl, sendsMails, wakePostman, webhook, report, everyMs = 5_000 } = order;
  const watched = new Map<string, Watched>();
  /** Database writes that are pending, in order. */
  let unwritten: (() => Promise<void>)[] = [];
  let isLoaded = false;
  let forgottenAt = 0;
  let trouble = '';

  const nameOf = (kind: string, competition_id: number | null) => `${kind} ${competition_id ?? ''}`;

  /** Loads the alarms that were active before this process started (Q3). */
  async function load(): Promise<void> {
    for (const row of await listActiveOf(db, source)) {
      const kind = alarmKindSchema.safeParse(row.kind);
      if (!kind.success) continue;
      const { competition_id, value } = row;
      const state = { isActive: true, since: undefined };
      const mailedAt = Date.parse(row.raised_at);
      const alarm = { kind: kind.data, competition_id, state, value, row, mailedAt, isMailed: true };
      watched.set(nameOf(kind.data, competition_id), alarm);
    }
    isLoaded = true;
  }

  function publish(announcement: Announcement, { kind, value, competition_id }: Watched, at: string): void {
    const inEnglish = describeAlarm({ kind, value }, 'en');
    report(`${{ raised: 'Alarm', standing: 'Alarm, still', cleared: 'Alarm over' }[announcement]}: ${inEnglish.what}`);
    webhook?.send({
      installation: publicUrl,
      state: announcement,
      kind,
      value,
      competition_id,
      at,
      fr: describeAlarm({ kind, value }, 'fr'),
      en: inEnglish,
    });
  }

  const letterOf = (announcement: Announcement, { kind, value, isMailed }: Watched): AlarmLetter | undefined =>
    sendsMails && (isMailed || announcement === 'standing')
      ? (language) => alarmMail(language, announcement, { kind, value }, publicUrl)
      : undefined;

  function raise(alarm: Watched, now: Date): void {
    const at = now.toISOString();
    const { kind, competition_id, value } = alarm;
    const isShared = alarmRules[kind].isShared === true;
    const owner = isShared ? 'all' : source;
    const row = {
      ...{
        key: `${kind}:${owner}:${competition_id ?? ''}:${now.getTime()}`,
        kind,
        source: owner,
        competition_id,
        value,
      },
      ...{ raised_at: at, said_at: at, reported_at: at, cleared_at: null },
    };
    alarm.row = row;
    const { mailedAt } = alarm;
    // Limit the mails, because strangers can raise some alarms at will.
    alarm.isMailed = mailedAt === undefined || Math.abs(now.getTime() - mailedAt) >= mailAgainMs;
    if (alarm.isMailed) alarm.mailedAt = now.getTime();
    const snapshot = { ...alarm };
    if (!isShared) publish('raised', snapshot, at);
    unwritten.push(async () => {
      const isOurs = await storeAlarm(db, row, letterOf('raised', snapshot));
      if (isOurs && isShared) publish('raised', snapshot, at);
      if (!isOurs) await adopt(alarm);
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
    delete alarm.row;
    if (!row) return;
    const snapshot = { ...alarm, value: row.value };
    const isShared = row.source === 'all';
    if (!isShared) publish('cleared', snapshot, at);
    unwritten.push(async () => {
      const isOurs = await clearAlarm(db, row.key, at, letterOf('cleared', snapshot));
      if (isOurs && isShared) publish('cleared', snapshot, at);
    });
  }

  /** Updates an active alarm, and announces it again after a long time. */
  function remind(alarm: Watched, now: Date): void {
    const { row, value } = alarm;
    if (!row) return;
    const at = now.toISOString();
    if (now.getTime() - Date.parse(row.said_at) >= sayAgainMs) {
      const before = { ...row };
      row.said_at = at;
      unwritten.push(async () => {
        if (await repeatAlarm(db, before, at, letterOf('standing', alarm))) publish('standing', { ...alarm }, at);
      });
    }
    if (now.getTime() - Date.parse(row.reported_at) < reportMs) return;
    row.reported_at = at;
    row.value = value;
    // While the database is down, one pending update is enough: it writes the latest values.
    if (alarm.update && unwritten.includes(alarm.update)) return;
    alarm.update = () => reportAlarm(db, row.key, row.value, row.reported_at);
    unwritten.push(alarm.update);
  }

  function judge({ kind, competition_id, value }: Measured, now: Date): void {
    const name = nameOf(kind, competition_id);
    const alarm = watched.get(name) ?? {
      ...{ kind, competition_id, value: value ?? 0 },
      state: { isActive: false, since: undefined },
    };
    watched.set(name, alarm);
    const { isActive } = alarm.state;
    alarm.state = judgeAlarm(alarmRules[kind], alarm.state, value, now.getTime());
    // Keep the last value above the threshold, which is what is shown.
    if (value !== undefined && value > alarmRules[kind].clearAt) alarm.value = value;
    if (alarm.state.isActive && !isActive) raise(alarm, now);
    else if (!alarm.state.isActive && isActive) clear(alarm, now);
    else if (isActive) remind(alarm, now);
  }

  async function write(): Promise<void> {
    const hadWork = unwritten.length > 0;
    while (unwritten[0]) {
      await unwritten[0]().catch((error) => {
        // Retry later while the database is down; skip an alarm that the database rejects, because it would block the
        // others.
        if (isDatabaseAway(error)) throw error;
        report(`An alarm could not be stored: ${reasonOf(error)}`);
      });
      unwritten = unwritten.slice(1);
    }
    if (hadWork && sendsMails) wakePostman();
  }

  async function work(): Promise<void> {
    const now = clock();
    const measures = await measure(now);
    const isAway = measures.some(({ kind, value }) => kind === 'database_away' && value === 1);
    if (!isAway && !isLoaded) await load();
    const named = new Set(measures.map(({ kind, competition_id }) => nameOf(kind, competition_id)));
    const rest = measures.find(({ kind, competition_id }) => kind === 'unsent_old' && competition_id === null)?.value;
    for (const one of measures) judge(one, now);
    for (const [name, { kind, competition_id }] of watched) {
      if (!named.has(name)) judge({ kind, competition_id, value: rest }, now);
    }
    if (isAway) return;
    await write();
    if (now.getTime() - forgottenAt < reportMs) return;
    await cleanUpAlarms(db, now);
    forgottenAt = now.getTime();
  }

  /** Reports new trouble of the alarms themselves once; the database being down is an alarm already. */
  function onTrouble(error: Error): void {
    const reason = reasonOf(error);
    if (isDatabaseAway(error) || reason === trouble) return;
    trouble = reason;
    report(`The alarms could not be looked at: ${reason}`);
  }

  const rounds = startPeriodicWork({ work, everyMs, onTrouble });
  return {
    runNow: rounds.runNow,
    countActive() {
      const counts = Object.fromEntries(alarmKindSchema.options.map((kind) => [kind, 0])) as Record<AlarmKind, number>;
      for (const { kind, state } of watched.values()) if (state.isActive) counts[kind] += 1;
      return counts;
    },
    async stop() {
      await rounds.stop();
      await webhook?.stop();
    },
  };
}
