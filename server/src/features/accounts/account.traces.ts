import { showNames } from '@dossard/contract/competitions/public.names.ts';
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { User } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { type Write, withoutSession, writeTo } from '../../audit/write.ts';
import { eraseSeals } from '../../chain/entry.digest.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { linkEarlierEntriesOf } from '../../database/earlier.entries.ts';
import { type Facts, isRow } from '../../logged/logged.entry.ts';
import { kindsWith } from '../../logged/logged.kinds.ts';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { invitations } from '../../tables/invitation.table.ts';
import { rowOf } from '../../tables/joins.ts';
import { mails } from '../../tables/mail.table.ts';
import { noticeReceipts } from '../../tables/notice.tables.ts';
import { runs, unresolvedRuns } from '../../tables/run.tables.ts';
import { seriesInvitations } from '../../tables/series.tables.ts';

/*
 * Erases the traces of a deleted account in other tables (S16). The log's chain stays valid because digests are kept
 * (H2).
 */

/**
 * Erases an account's name and address from the log, from queued mails and from stored answers. In the runs of
 * competitions that chose so, its name becomes initials.
 */
export async function eraseAccountTraces(
  write: Write,
  user: Pick<User, 'id' | 'email' | 'first_name' | 'last_name'>,
): Promise<void> {
  const { tx } = write;
  const isAbout = and(inArray(auditLog.subject, kindsWith('isOfAccount')), eq(auditLog.subject_key, `${user.id}`));
  const named = await scrubEntries(tx, isAbout, () => ({ first_name: '', last_name: '', email: '' }));
  const shortened = await shortenRefereeName(tx, user.id);
  await recordErasure(write, user.id, [...named, ...shortened]);
  const { answer } = idempotencyKeys;
  const isIn = (field: string, value: string) =>
    sql`position(lower(${`${JSON.stringify(field)}:${JSON.stringify(value)}`}) in lower(${answer})) > 0`;
  const namesReferee = isIn('referee_name', `${user.first_name} ${user.last_name}`.trim());
  const namesThem = or(isIn('email', user.email), shortened.length > 0 ? namesReferee : undefined);
  await tx.delete(idempotencyKeys).where(or(eq(idempotencyKeys.caller_id, user.id), namesThem));
  await tx.delete(mails).where(eq(sql`lower(${mails.to_address})`, user.email.toLowerCase()));
  await tx.delete(invitations).where(eq(sql`lower(${invitations.email})`, user.email.toLowerCase()));
  await tx.delete(seriesInvitations).where(eq(seriesInvitations.email, user.email.toLowerCase()));
  await tx.delete(noticeReceipts).where(eq(noticeReceipts.user_id, user.id));
}

/** How long after a deletion late runs are still searched for, in ms. */
const lateMs = 2 * 86_400_000;

/** Shortens the referee's name in runs whose recording overlapped the deletion of the account. */
export async function eraseLateTraces(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - lateMs).toISOString();
  const deleted = await db.select({ id: users.id }).from(users).where(gt(users.deleted_at, since));
  for (const { id } of deleted)
    await writeTo(db, withoutSession(now), async (write) => {
      await recordErasure(write, id, await shortenRefereeName(write.tx, id));
    });
}

/** Logs the erasure in each chain, which explains the digests there; the installation's chain always gets an entry. */
async function recordErasure(write: Write, userId: number, chains: readonly number[]): Promise<void> {
  const ids = [...new Set(chains)].filter((id) => id !== 0).sort((one, other) => one - other);
  for (const competition_id of ids)
    await recordChange({ ...write, competition_id }, { action: 'erase', subject: 'member', key: userId });
}

/** Returns the initials of a referee's name; undefined if the name is initials already. */
function initialsOf(name: unknown): string | undefined {
  if (typeof name !== 'string' || /^(\p{Lu}\.[ -]?)*$/u.test(name)) return undefined;
  return showNames({ first_name: name, last_name: '' }, 'initials').first_name;
}

/**
 * Replaces a referee's name by initials in the runs of competitions that chose so; returns the competitions whose log
 * changed.
 */
async function shortenRefereeName(tx: Transaction, userId: number): Promise<number[]> {
  const changed: number[] = [];
  for (const id of await listShortening(tx, userId)) {
    for (const table of [runs, unresolvedRuns]) {
      const isOwn = and(eq(table.competition_id, id), eq(table.referee_id, userId));
      const names = await tx.selectDistinct({ name: table.referee_name }).from(table).where(isOwn);
      for (const { name } of names) {
        const referee_name = initialsOf(name);
        if (referee_name !== undefined)
          await tx
            .update(table)
            .set({ referee_name })
            .where(and(isOwn, eq(table.referee_name, name)));
      }
    }
    const isRun = and(eq(auditLog.competition_id, id), inArray(auditLog.subject, ['run', 'unresolved_run']));
    const found = await scrubEntries(tx, isRun, (fields) => {
      const referee_name = fields.referee_id === userId ? initialsOf(fields.referee_name) : undefined;
      return referee_name === undefined ? undefined : { referee_name };
    });
    changed.push(...found);
  }
  return changed;
}

/** Lists the competitions with runs of a referee that show deleted referees by initials. */
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

/**
 * Replaces personal fields in log entries in place; digests replace the salts. `replace` returns the new fields, or
 * undefined to keep them. Returns the chains of the changed entries.
 */
async function scrubEntries(
  tx: Transaction,
  which: ReturnType<typeof and>,
  replace: (fields: Facts) => Facts | undefined,
): Promise<number[]> {
  const chains = await tx.selectDistinct({ id: auditLog.competition_id }).from(auditLog).where(which);
  for (const { id } of chains.sort((one, other) => one.id - other.id)) await linkEarlierEntriesOf(tx, id);
  const changed = new Set<number>();
  for (const entry of await tx.select().from(auditLog).where(which)) {
    const replacements = new Map<Facts, Facts>();
    for (const side of [entry.before, entry.after].filter(isRow)) {
      const replacement = replace(side);
      if (replacement) replacements.set(side, replacement);
    }
    if (replacements.size === 0) continue;
    const seals = eraseSeals(entry, (fields) => replacements.has(fields));
    for (const [fields, replacement] of replacements)
      for (const [name, value] of Object.entries(replacement)) if (name in fields) fields[name] = value;
    const { before, after } = entry;
    await tx
      .update(auditLog)
      .set({ before, after, seals })
      .where(rowOf(auditLog, entry.competition_id, entry.id));
    changed.add(entry.competition_id);
  }
  return [...changed];
}
