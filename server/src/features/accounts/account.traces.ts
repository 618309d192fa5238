import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { fullName, type User } from '../../access/account.store.ts';
import { listNumbersOf } from '../../access/former.numbers.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { type Write, withoutSession, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { kindsWith } from '../../logged/logged.kinds.ts';
import { users } from '../../tables/account.tables.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { invitations } from '../../tables/invitation.table.ts';
import { mails } from '../../tables/mail.table.ts';
import { noticeReceipts } from '../../tables/notice.tables.ts';
import { seriesInvitations } from '../../tables/series.tables.ts';
import { nameFields, shortenName } from './account.names.ts';
import { scrubEntries } from './scrubbed.entries.ts';

/*
 * Erases the traces of a deleted account in other tables (S16). The log's chain stays valid because digests are kept
 * (H2).
 */

/**
 * Erases an account's name and address from the log, from queued mails and from stored answers. In competitions
 * that chose so, its name becomes initials.
 */
export async function eraseAccountTraces(
  write: Write,
  user: Pick<User, 'id' | 'email' | 'first_name' | 'last_name'>,
): Promise<void> {
  const { tx } = write;
  const ids = await listNumbersOf(tx, user.id);
  const isAbout = and(
    inArray(auditLog.subject, kindsWith('isOfAccount')),
    inArray(auditLog.subject_key, ids.map(String)),
  );
  const named = await scrubEntries(tx, isAbout, () => ({ first_name: '', last_name: '', email: '' }));
  const shortened = await shortenName(tx, { ...user, ids });
  await recordErasure(write, ids, [...named, ...shortened.chains]);
  const { answer } = idempotencyKeys;
  const isIn = (field: string, value: string) =>
    sql`position(lower(${`${JSON.stringify(field)}:${JSON.stringify(value)}`}) in lower(${answer})) > 0`;
  const fields = shortened.isAny ? nameFields : [];
  const namesThem = or(isIn('email', user.email), ...fields.map((field) => isIn(field, fullName(user))));
  await tx.delete(idempotencyKeys).where(or(eq(idempotencyKeys.caller_id, user.id), namesThem));
  await tx.delete(mails).where(eq(sql`lower(${mails.to_address})`, user.email.toLowerCase()));
  await tx.delete(invitations).where(eq(sql`lower(${invitations.email})`, user.email.toLowerCase()));
  await tx.delete(seriesInvitations).where(eq(seriesInvitations.email, user.email.toLowerCase()));
  await tx.delete(noticeReceipts).where(eq(noticeReceipts.user_id, user.id));
}

/** How long after a deletion late runs are still searched for, in ms. */
const lateMs = 2 * 86_400_000;

/** Shortens the name in rows whose writing overlapped the deletion of the account. */
export async function eraseLateTraces(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - lateMs).toISOString();
  const deleted = await db.select({ id: users.id }).from(users).where(gt(users.deleted_at, since));
  for (const { id } of deleted)
    await writeTo(db, withoutSession(now), async (write) => {
      const numbers = await listNumbersOf(write.tx, id);
      const { chains } = await shortenName(write.tx, { ids: numbers, first_name: '', last_name: '' });
      await recordErasure(write, numbers, chains);
    });
}

/** Logs the erasure in each chain, which explains the digests there; the installation's chain always gets an entry. */
async function recordErasure(write: Write, numbers: readonly number[], chains: readonly number[]): Promise<void> {
  const ids = [...new Set(chains)].filter((id) => id !== 0).sort((one, other) => one - other);
  for (const competition_id of ids)
    for (const key of numbers)
      await recordChange({ ...write, competition_id }, { action: 'erase', subject: 'member', key });
}
