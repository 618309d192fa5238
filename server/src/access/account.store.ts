import type { GlobalPermission } from '@dossard/contract/access/permissions.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordChange } from '../audit/audit.log.ts';
import { type Write, withoutSession } from '../audit/write.ts';
import { anyOf } from '../database/any.of.ts';
import type { Database, Transaction } from '../database/client.ts';
import { insertNew, updateRow } from '../database/one.row.ts';
import { Refusal } from '../refusals/refusal.ts';
import { globalPermissions, users } from '../tables/account.tables.ts';
import type { JudgeOfCall } from './judge.access.ts';

export type User = typeof users.$inferSelect;

/** The account that makes a call, or a judge with a link. */
export interface Caller extends Pick<User, 'email' | 'account_status' | 'first_name' | 'last_name' | 'language'> {
  /** Negative for a judge, who has no account. */
  id: number;
  email_verified: boolean;
  global_permissions: GlobalPermission[];
  /** Set for a judge with a link (U2). */
  judge?: JudgeOfCall;
}

/** Returns the number of a caller's account; null for a judge, and without a caller. */
export const accountOf = (caller: Pick<Caller, 'id'> | null): number | null =>
  caller && caller.id > 0 ? caller.id : null;

/** Formats the name of an account, of a rider, or of a logged row. */
export const fullName = ({ first_name, last_name }: { first_name?: unknown; last_name?: unknown }): string =>
  `${first_name} ${last_name}`.trim();

/** Reads the names of accounts by id; those of deleted ones are empty. */
export async function findNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const { id, first_name, last_name } = users;
  const found = await db
    .select({ id, first_name, last_name })
    .from(users)
    .where(eq(id, anyOf(ids)));
  return new Map(found.map((one) => [one.id, fullName(one)]));
}

/** The columns of a caller. A permission granted to an address applies only once the address is verified. */
export const callerColumns = {
  ...pick(users, 'id', 'email', 'account_status', 'first_name', 'last_name', 'language'),
  email_verified: sql<boolean>`${users.email_verified_at} is not null`,
  global_permissions: sql<GlobalPermission[]>`array(
    select ${globalPermissions.permission} from ${globalPermissions}
    where ${globalPermissions.user_id} = ${users.id} and ${users.email_verified_at} is not null order by 1)`,
};

/** Reads an account as a caller. */
export async function getCaller(db: Database, userId: number): Promise<Caller> {
  const [caller] = await db.select(callerColumns).from(users).where(eq(users.id, userId));
  if (!caller) throw new Error(`There is no account ${userId}.`);
  return caller;
}

const hasEmail = (email: string) => eq(sql`lower(${users.email})`, email.toLowerCase());

/** Matches the accounts whose names and address have every word of a search; not the deleted ones. */
export function hasWords(search: string) {
  const text = sql`lower(${users.email} || ' ' || ${users.first_name} || ' ' || ${users.last_name})`;
  const words = search.split(/\s+/).filter(Boolean);
  return and(isNull(users.deleted_at), ...words.map((word) => sql`position(lower(${word}) in ${text}) > 0`));
}

/** Finds an account by its address, compared without case. */
export async function findUserByEmail(db: Database, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(hasEmail(email));
  return user;
}

/** Finds an account by its address and locks it for the transaction. */
export async function lockUserByEmail(tx: Transaction, email: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(hasEmail(email)).for('update');
  return user;
}

const isHere = (id: number) => and(eq(users.id, id), isNull(users.deleted_at));

/** Reads an account and locks it for the transaction. Throws `not_authenticated` when it was deleted. */
export async function lockUser(tx: Transaction, id: number): Promise<User> {
  const [user] = await tx.select().from(users).where(isHere(id)).for('update');
  if (!user) throw new Refusal('not_authenticated');
  return user;
}

/**
 * Reads the caller's own account and locks it for the transaction. Throws `not_authenticated` when its owner was decided
 * anew since the caller was identified: deleted, verified, or with another password than the one checked (S23).
 */
export async function lockCaller(
  tx: Transaction,
  caller: Pick<Caller, 'id' | 'email_verified'>,
  checkedHash?: string,
): Promise<User> {
  const user = await lockUser(tx, caller.id);
  const isSame = caller.email_verified === (user.email_verified_at !== null);
  if (!isSame || (checkedHash !== undefined && checkedHash !== user.password_hash))
    throw new Refusal('not_authenticated');
  return user;
}

/**
 * Rolls back what a transaction has just written for an account that is deleted, or that no longer has the password
 * that was checked before. The foreign key of the written row locks the account until the transaction ends, so that its
 * deletion finds the row. Throws `not_authenticated`.
 */
export async function refuseIfGone(tx: Transaction, id: number, checkedHash?: string): Promise<void> {
  const hasPassword = checkedHash === undefined ? undefined : eq(users.password_hash, checkedHash);
  // No explicit `for key share`: on a cluster, two transactions with this lock would deadlock.
  if ((await tx.$count(users, and(isHere(id), hasPassword))) === 0) throw new Refusal('not_authenticated');
}

/** The fields of an account that the history records: no password and no hash of one. */
function accountFacts({ email, first_name, last_name, email_verified_at, account_status, language }: User) {
  return { email, first_name, last_name, email_verified_at, account_status, language };
}

/** Logs a change of an account; without a session, its owner is the author. */
const recordAccount = (
  write: Write,
  change: { action: 'create' | 'update'; key: number; before?: unknown; after: unknown },
) =>
  recordChange({ ...write, competition_id: 0, actor_id: write.actor_id ?? change.key }, { subject: 'user', ...change });

/** Adds an account; returns undefined if its address has one. */
export async function addUser(write: Write, user: typeof users.$inferInsert): Promise<User | undefined> {
  const created = await insertNew(write.tx, users, user);
  if (!created) return undefined;
  await recordAccount(write, { action: 'create', key: created.id, after: accountFacts(created) });
  return created;
}

/** Updates an account that the caller has locked; for a password, the log records only that it changed. */
export async function changeUser(
  write: Write,
  before: User,
  changes: Partial<typeof users.$inferInsert>,
): Promise<User> {
  const after = await updateRow(write.tx, users, before, changes);
  if (!after) throw new Error(`There is no account ${before.id} to change.`);
  const hasNewPassword = after.password_hash !== before.password_hash;
  await recordAccount(write, {
    action: 'update',
    key: before.id,
    before: accountFacts(before),
    after: { ...accountFacts(after), ...(hasNewPassword && { password: 'changed' }) },
  });
  return after;
}

/** Deletes an account; only its number stays, for the rows that refer to it, and the fact that it existed. */
export async function deleteUser(write: Write, id: number): Promise<void> {
  const forgotten = {
    email: `deleted-${id}`,
    first_name: '',
    last_name: '',
    password_hash: '',
    mailed_password_hash: null,
    mailed_password_until: null,
    email_verified_at: null,
    account_status: 'invited' as const,
    deleted_at: write.now.toISOString(),
  };
  await updateRow(write.tx, users, { id }, forgotten);
  await recordChange({ ...write, competition_id: 0 }, { subject: 'user', action: 'erase', key: id });
}

/** Creates an account whose address is already verified, with its global permissions. */
export async function createVerifiedUser(
  { tx, now }: Pick<Write, 'tx' | 'now'>,
  user: { email: string; first_name: string; last_name: string; password_hash: string },
  permissions: GlobalPermission[],
): Promise<number> {
  const verified = { ...user, account_status: 'active' as const, email_verified_at: now.toISOString() };
  const created = await addUser({ tx, ...withoutSession(now) }, verified);
  if (!created) throw new Error(`The address ${user.email} has an account already.`);
  const grants = permissions.map((permission) => ({ user_id: created.id, permission }));
  if (grants.length > 0) await tx.insert(globalPermissions).values(grants);
  return created.id;
}
