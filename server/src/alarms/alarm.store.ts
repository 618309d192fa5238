import { type Alarm, type AlarmKind, alarmDays, alarmPageSize } from '@dossard/contract/alarms/alarm.schema.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { listSuperAdmins } from '../access/super.admins.ts';
import type { Database, Transaction } from '../database/client.ts';
import { listRows } from '../database/rows.ts';
import { queueMail } from '../mail/mail.queue.ts';
import type { MailText } from '../mail/mail.texts.ts';
import { alarms } from '../tables/alarm.table.ts';
import { competitions, isBroken } from '../tables/competition.table.ts';

/* Stores alarms in the database: raised by server processes, read by administrators. */

export type AlarmRow = typeof alarms.$inferSelect;

/** Writes a mail in the language of an account. */
type AlarmLetter = (language: Language) => MailText;

/** Lists the active alarms of a process, and those that all processes share. */
export function listActiveOf(db: Database, source: string): Promise<AlarmRow[]> {
  return listRows(db, alarms, { cleared_at: null, source: [source, 'all'] });
}

/** A change of the stored alarms; returns nothing if another process has made it. */
export type AlarmChange = (tx: Transaction) => Promise<unknown[]>;

/** Adds a raised alarm. */
export const raised =
  (row: AlarmRow): AlarmChange =>
  (tx) =>
    tx.insert(alarms).values(row).onConflictDoNothing().returning({ key: alarms.key });

/** Clears an alarm. */
export const cleared = ({ key }: AlarmRow, at: string): AlarmChange =>
  setActive({ cleared_at: at, reported_at: at }, eq(alarms.key, key));

/** Records that an alarm is announced again. */
export const repeated = ({ key, said_at }: AlarmRow, at: string): AlarmChange =>
  setActive({ said_at: at }, and(eq(alarms.key, key), eq(alarms.said_at, said_at)));

const setActive =
  (values: Partial<AlarmRow>, isIt: SQL | undefined): AlarmChange =>
  (tx) =>
    tx
      .update(alarms)
      .set(values)
      .where(and(isIt, isNull(alarms.cleared_at)))
      .returning({ key: alarms.key });

/** Stores a change, and queues its mails; returns whether it was made here, and not by another process. */
export function storeChange(
  db: Database,
  change: AlarmChange,
  at: string,
  letter: AlarmLetter | undefined,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await change(tx);
    if (changed.length > 0 && letter) await queueLetters(tx, letter, at);
    return changed.length > 0;
  });
}

/** Stores the latest value of an active alarm. */
export async function reportAlarm(db: Database, { key, value, reported_at }: AlarmRow): Promise<void> {
  await db.update(alarms).set({ value, reported_at }).where(eq(alarms.key, key));
}

/** An alarm without an update for this long, in milliseconds, is abandoned. */
const abandonedMs = 5 * 60_000;

/** Clears alarms of processes that no longer report, and erases those that are too old (Q6). */
export async function cleanUpAlarms(db: Database, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db
    .update(alarms)
    .set({ cleared_at: now.toISOString() })
    .where(and(isNull(alarms.cleared_at), lt(alarms.reported_at, ago(abandonedMs))));
  await db.delete(alarms).where(lt(alarms.raised_at, ago(alarmDays * 86_400_000)));
}

async function queueLetters(tx: Transaction, letter: AlarmLetter, at: string): Promise<void> {
  for (const { email, language } of await listSuperAdmins(tx))
    await queueMail(tx, email, letter(language), new Date(at));
}

const columns = {
  ...pick(alarms, 'key', 'kind', 'value', 'raised_at', 'cleared_at', 'competition_id'),
  name: competitions.name,
};

const selectAlarms = (db: Database) =>
  db.select(columns).from(alarms).leftJoin(competitions, eq(competitions.id, alarms.competition_id));

/** Lists the active alarms and one page of the past ones, newest first (Q4). */
export async function listAlarmsOf(db: Database, page: number) {
  const standing = await selectAlarms(db).where(isNull(alarms.cleared_at)).orderBy(desc(alarms.raised_at), alarms.key);
  const past = await selectAlarms(db)
    .where(isNotNull(alarms.cleared_at))
    .orderBy(desc(alarms.raised_at), alarms.key)
    .limit(alarmPageSize)
    .offset((page - 1) * alarmPageSize);
  const total = await db.$count(alarms, isNotNull(alarms.cleared_at));
  return { standing: standing.map(formatAlarm), past: past.map(formatAlarm), total };
}

/** Lists the active alarms that concern a competition (Q4). */
export async function listAlarmsIn(db: Database, competitionId: number): Promise<Alarm[]> {
  const found = await selectAlarms(db)
    .where(and(isNull(alarms.cleared_at), eq(alarms.competition_id, competitionId)))
    .orderBy(desc(alarms.raised_at));
  return found.map(formatAlarm);
}

function formatAlarm({ kind, competition_id, name, ...row }: Awaited<ReturnType<typeof selectAlarms>>[number]): Alarm {
  return {
    ...row,
    kind: kind as AlarmKind,
    competition: competition_id === null ? null : { id: competition_id, name: name ?? '' },
  };
}

/**
 * Returns the age of the oldest unsent run of each competition, in seconds, on phones with a contact within the last
 * day; until a week after the competition also on silent phones, whose runs have not arrived.
 */
export async function getUnsentAges(db: Database, now: Date): Promise<Map<number, number>> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const { rows } = await db.execute<{ competition_id: number; age: number }>(sql`
    select competition_id, max(coalesce(oldest_unsent_sec, 0)
      + extract(epoch from ${now.toISOString()}::timestamptz - last_contact))::float8 as age
    from referee_phones join competitions on competitions.id = competition_id and competitions.deleted_at is null
    where unsent > 0 and (last_contact > ${ago(1)} or competitions.date >= ${ago(7).slice(0, 10)}::date)
    group by competition_id`);
  return new Map(rows.map(({ competition_id, age }) => [competition_id, age]));
}

/**
 * Returns for how many seconds mails have waited: with failed attempts and none sent since, or, from 10 minutes on,
 * without any attempt.
 */
export async function getMailWait(db: Database, now: Date): Promise<number> {
  const age = sql`extract(epoch from ${now.toISOString()}::timestamptz - created_at)`;
  const { rows } = await db.execute<{ in_vain: number | null; oldest: number | null; sent_since: boolean }>(sql`
    select (max(${age}) filter (where attempts > 0))::float8 as in_vain, (max(${age}) filter (where attempts = 0))::float8 as oldest,
      exists (select from mails sent where sent.sent_at > min(waiting.created_at) filter (where waiting.attempts > 0)) as sent_since
    from mails waiting where next_attempt_at is not null`);
  const { in_vain, oldest, sent_since } = rows[0] ?? { in_vain: null, oldest: null, sent_since: false };
  const waiting = oldest !== null && oldest >= 600 ? oldest : 0;
  return Math.max(waiting, sent_since ? 0 : (in_vain ?? 0));
}

/** Counts the competitions whose settings do not fit. */
export async function countBroken(db: Database): Promise<number> {
  const { ranking_rule, laps_of_groups, start_plan, deleted_at } = competitions;
  const found = await db
    .select({ ranking_rule, laps_of_groups, start_plan })
    .from(competitions)
    .where(isNull(deleted_at));
  return found.filter(isBroken).length;
}

/** Returns the start time of PostgreSQL; a different time means that it was killed, or replaced by another one. */
export async function getDatabaseStart(db: Database): Promise<string> {
  const { rows } = await db.execute<{ started: string }>(sql`select pg_postmaster_start_time()::text as started`);
  return rows[0]?.started ?? '';
}
