import type { Language } from '@dossard/contract/language/language.ts';
import { namelessOwner, type Setup } from '@dossard/contract/setup/setup.schema.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { and, eq, sql } from 'drizzle-orm';
import { changeUser, createVerifiedUser, findUserByEmail, lockUserByEmail } from '../../access/account.store.ts';
import { isCommonPassword } from '../../access/common.passwords.ts';
import { generatePassword, hashPassword } from '../../access/password.ts';
import { addSetupLink, checkSetupToken, deleteSetupLinks } from '../../access/setup.links.ts';
import type { Write } from '../../audit/write.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';

/* The first super administrator: from the environment, or by a set-up link that the start prints (A8). */

/** Validity of the generated password until its first use, in ms. */
const inventedMs = 24 * 3_600_000;

export interface FirstAccount {
  email: string;
  invented?: string;
  isCommon?: boolean;
}

/** What a start prints so that somebody can sign in for the first time; undefined when somebody already can. */
export type FirstStart = { account: FirstAccount } | { setupToken: string } | undefined;

interface Chosen {
  email: string | undefined;
  password: string | undefined;
}

const isSuperAdmin = eq(globalPermissions.permission, 'super_admin');

/** Locks the accounts, which serialises servers that start and people who set up at the same time. */
async function lockAccounts(tx: Transaction): Promise<boolean> {
  await tx.execute(sql`lock table ${users} in share row exclusive mode`);
  return (await tx.select().from(globalPermissions).where(isSuperAdmin).limit(1)).length > 0;
}

/**
 * Prepares an installation without a super administrator. With an address or a password from the environment it creates
 * the account; a generated password expires after a day unless it was used, and the next start generates another.
 * Without both it adds a set-up link. Throws a `StartError` when the address has an account without rights.
 */
export function prepareFirstAccount(db: Database, { email, password }: Chosen, now: Date): Promise<FirstStart> {
  return db.transaction(async (tx) => {
    const hasSuperAdmin = await lockAccounts(tx);
    const unused = hasSuperAdmin ? await findUnused(tx, now) : undefined;
    if (hasSuperAdmin && !unused) return undefined;
    if (!unused && email === undefined && password === undefined) return { setupToken: await addSetupLink(tx, now) };
    await deleteSetupLinks(tx);
    const address = unused?.email ?? email ?? 'admin@dossard.test';
    if (!unused && (await findUserByEmail(tx, address)))
      throw new StartError(`The address ${address} already has an account here. Choose another with ADMIN_EMAIL.`);
    const id = unused?.id ?? (await createSuperAdmin(tx, address, '', now));
    const invented = password === undefined ? generatePassword() : undefined;
    const hashed = await hashPassword(password ?? invented ?? '');
    const mailed_password_until = new Date(now.getTime() + inventedMs).toISOString();
    // Like a mailed password, it becomes the account's own on first use.
    const given = invented ? { mailed_password_hash: hashed, mailed_password_until } : { password_hash: hashed };
    await updateRow(tx, users, { id }, given);
    const isCommon = password !== undefined && (await isCommonPassword(password));
    return { account: { email: address, ...(isCommon && { isCommon }), ...(invented && { invented }) } };
  });
}

const createSuperAdmin = (tx: Transaction, email: string, password_hash: string, now: Date): Promise<number> =>
  createVerifiedUser({ tx, now }, { email, ...namelessOwner, password_hash }, ['super_admin']);

/** Finds the only super administrator, if their only password is a generated one that has expired. */
async function findUnused(tx: Transaction, now: Date): Promise<typeof users.$inferSelect | undefined> {
  const holders = await tx
    .select({ user: users })
    .from(users)
    .innerJoin(globalPermissions, and(eq(globalPermissions.user_id, users.id), isSuperAdmin))
    .limit(2);
  const [only] = holders;
  if (!only || holders.length > 1 || only.user.password_hash !== '') return undefined;
  const { mailed_password_until } = only.user;
  return mailed_password_until !== null && mailed_password_until <= now.toISOString() ? only.user : undefined;
}

/**
 * Creates the first super administrator with what they chose, and ends all set-up links; returns the account's id.
 * Throws `invalid_token`, also when another was faster, and `invalid_request` for an address that has an account: its
 * owner may be a stranger, who must not become the administrator.
 */
export async function setUpFirstAccount(
  write: Write,
  { token, email, password_hash, language }: Omit<Setup, 'password'> & { password_hash: string; language: Language },
): Promise<number> {
  const { tx, now } = write;
  const hasSuperAdmin = await lockAccounts(tx);
  if (hasSuperAdmin) throw new Refusal('invalid_token', { says: 'setup_link_not_valid' });
  await checkSetupToken(tx, token, now);
  if (await findUserByEmail(tx, email))
    throw new Refusal('invalid_request', { problems: [{ path: 'email', code: 'address_has_account' }] });
  const id = await createSuperAdmin(tx, email, password_hash, now);
  const user = await lockUserByEmail(tx, email);
  if (user) await changeUser({ ...write, actor_id: id }, user, { language });
  await deleteSetupLinks(tx);
  return id;
}
