import { showNames } from '@dossard/contract/competitions/public.names.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { User } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { eraseSeals } from '../../chain/entry.digest.ts';
import type { Transaction } from '../../database/client.ts';
import { linkEarlierEntriesOf } from '../../database/earlier.entries.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { mails } from '../../tables/mail.table.ts';
import { noticeReceipts } from '../../tables/notice.tables.ts';
import { runs, unresolvedRuns } from '../../tables/run.tables.ts';

/* What an account has left elsewhere, and what goes with it (S16). The chain of the log holds: digests stay (H2). */

/**
 * Erases name and address of an account from the log, and what waits to be sent or repeated for it. In the runs of
 * competitions whose organiser chose so, its name becomes initials.
 */
export async function eraseAccountTraces(write: Write, user: User): Promise<void> {
  const { tx } = write;
  const isAbout = and(
    inArray(auditLog.subject, ['user', 'permission', 'member']),
    eq(auditLog.subject_key, `${user.id}`),
  );
  const named = await scrubEntries(tx, isAbout, () => true, { first_name: '', last_name: '', email: '' });
  const shortened = await shortenRefereeName(tx, user);
  const chains = [...new Set([...named, ...shortened])].filter((id) => id !== 0).sort((one, other) => one - other);
  for (const competition_id of chains)
    await recordChange({ ...write, competition_id }, { action: 'erase', subject: 'member', key: user.id });
  const { answer } = idempotencyKeys;
  const namesThem = sql`position(lower(${JSON.stringify(user.email)}) in lower(${answer})) > 0`;
  await tx.delete(idempotencyKeys).where(or(eq(idempotencyKeys.caller_id, user.id), namesThem));
  await tx.delete(mails).where(eq(sql`lower(${mails.to_address})`, user.email.toLowerCase()));
  await tx.delete(noticeReceipts).where(eq(noticeReceipts.user_id, user.id));
}

/** Replaces the name of an account by its initials in the runs of competitions that want so; returns their ids. */
async function shortenRefereeName(tx: Transaction, user: User): Promise<number[]> {
  const { first_name, last_name } = showNames(user, 'initials');
  const referee_name = `${first_name} ${last_name}`.trim();
  const chosen = await listShortening(tx, user.id);
  for (const id of chosen) {
    for (const table of [runs, unresolvedRuns])
      await tx
        .update(table)
        .set({ referee_name })
        .where(and(eq(table.competition_id, id), eq(table.referee_id, user.id)));
    const isRun = and(eq(auditLog.competition_id, id), inArray(auditLog.subject, ['run', 'unresolved_run']));
    await scrubEntries(tx, isRun, ({ referee_id }) => referee_id === user.id, { referee_name });
  }
  return chosen;
}

/** Lists the competitions with runs of a referee where those who left are named by initials. */
async function listShortening(tx: Transaction, userId: number): Promise<number[]> {
  const found = new Set<number>();
  for (const table of [runs, unresolvedRuns]) {
    const rows = await tx
      .selectDistinct({ id: competitions.id })
      .from(table)
      .innerJoin(competitions, eq(competitions.id, table.competition_id))
      .where(and(eq(table.referee_id, userId), eq(competitions.departed_referees, 'initials')));
    for (const { id } of rows) found.add(id);
  }
  return [...found].sort((one, other) => one - other);
}

type Fields = Record<string, unknown>;

/**
 * Replaces personal fields in log entries, where they are; their digests take the place of the salts. Returns the chains of
 * the entries.
 */
async function scrubEntries(
  tx: Transaction,
  which: ReturnType<typeof and>,
  isErased: (fields: Fields) => boolean,
  replacement: Fields,
): Promise<number[]> {
  const chains = await tx.selectDistinct({ id: auditLog.competition_id }).from(auditLog).where(which);
  const ids = chains.map(({ id }) => id).sort((one, other) => one - other);
  for (const id of ids) await linkEarlierEntriesOf(tx, id);
  for (const entry of await tx.select().from(auditLog).where(which)) {
    const erased = [entry.before, entry.after].filter(isFields).filter(isErased);
    if (erased.length === 0) continue;
    const seals = eraseSeals(entry, (fields) => erased.includes(fields));
    for (const fields of erased)
      for (const [name, value] of Object.entries(replacement)) if (name in fields) fields[name] = value;
    const { before, after } = entry;
    await tx
      .update(auditLog)
      .set({ before, after, seals })
      .where(and(eq(auditLog.competition_id, entry.competition_id), eq(auditLog.id, entry.id)));
  }
  return ids;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
