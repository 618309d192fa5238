import type { PasswordChange } from '@dossard/contract/accounts/account.schema.ts';
import { revokeKeys } from '../../access/account.keys.ts';
import { type Caller, changeUser, findUserByEmail, lockUserByEmail, type User } from '../../access/account.store.ts';
import { generatePassword, hashPassword, isPassword } from '../../access/password.ts';
import { endSessionsOf } from '../../access/session.store.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { newPasswordMail, passwordChangedMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { findLatestRegistration } from './link.store.ts';

/** Validity of a mailed password, in milliseconds (S2). */
const mailedPasswordMs = 3_600_000;

/** The password that matched, and its hash: the account's own, a mailed one, or that of an unverified registration. */
type Match = { user: User; by: 'own' | 'mailed' | 'waiting'; hash: string };

/**
 * Finds the account by address and password, in constant time, so that timing does not reveal which addresses have
 * accounts.
 */
export async function findByPassword(
  db: Database,
  email: string,
  password: string,
  now: Date,
): Promise<Match | undefined> {
  const user = await findUserByEmail(db, email);
  const isInTime = (user?.mailed_password_until ?? '') > now.toISOString();
  const mailedHash = isInTime ? user?.mailed_password_hash : null;
  const waiting = user?.email_verified_at === null ? await findLatestRegistration(db, user.id, now) : undefined;
  // Always two hashes, however many passwords there are.
  const [isOwn, isOther] = await Promise.all([
    isPassword(password, user?.password_hash),
    isPassword(password, mailedHash ?? waiting?.password_hash),
  ]);
  if (!user || !(isOwn || isOther)) return undefined;
  if (isOwn) return { user, by: 'own', hash: user.password_hash };
  return { user, by: mailedHash ? 'mailed' : 'waiting', hash: mailedHash ?? waiting?.password_hash ?? '' };
}

const noMailedPassword = { mailed_password_hash: null, mailed_password_until: null };

/**
 * Makes a used mailed password the account's own: ends the former password and all sessions, and proves the address.
 */
export async function adoptMailedPassword(write: Write, match: User): Promise<void> {
  const { tx, now } = write;
  const user = await lockUserByEmail(tx, match.email);
  // Another request signed in with it or replaced it at the same moment.
  if (!user?.mailed_password_hash || user.mailed_password_hash !== match.mailed_password_hash) return;
  const verified = {
    email_verified_at: user.email_verified_at ?? now.toISOString(),
    account_status: 'active' as const,
  };
  const adopted = { password_hash: user.mailed_password_hash, ...noMailedPassword, ...verified };
  await changeUser(write, user, adopted);
  // The printed first password replaces none, so no mail is sent.
  if (user.password_hash !== '') await queueMail(tx, user.email, passwordChangedMail(user.language), now);
  if (user.email_verified_at === null) return revokeKeys(tx, user.id, { registration: null });
  await endSessionsOf(tx, user.id);
}

/** Generates and hashes a password to mail; also for unknown addresses, to take the same time. */
export async function preparePassword(): Promise<{ password: string; password_hash: string }> {
  const password = generatePassword();
  return { password, password_hash: await hashPassword(password) };
}

/** Mails a generated password if the address has an account; the former one works until the new one is used. */
export async function mailPassword(
  { tx, now }: Write,
  email: string,
  prepared: { password: string; password_hash: string },
): Promise<void> {
  const user = await lockUserByEmail(tx, email);
  if (!user) return;
  const mailed_password_until = new Date(now.getTime() + mailedPasswordMs).toISOString();
  await updateRow(tx, users, user, { mailed_password_hash: prepared.password_hash, mailed_password_until });
  await queueMail(tx, user.email, newPasswordMail(user.language, prepared.password), now);
}

/** Checks the password of the caller's own account and returns its hash. Throws `wrong_current_password`. */
export async function checkOwnPassword(db: Database, caller: Caller, password: string): Promise<string> {
  const user = await findUserByEmail(db, caller.email);
  if (!user || !(await isPassword(password, user.password_hash))) throw new Refusal('wrong_current_password');
  return user.password_hash;
}

/**
 * Prepares the change of one's own password, hashing outside the transaction: the hash of the password that was
 * checked, and the new one. Throws `wrong_current_password`.
 */
export async function prepareChange(db: Database, caller: Caller, change: PasswordChange) {
  const checkedHash = await checkOwnPassword(db, caller, change.current_password);
  return { checkedHash, password_hash: await hashPassword(change.new_password) };
}

/**
 * Sets an account's password, deletes a mailed one, ends its sessions except that of `keptToken`, and notifies the
 * owner.
 */
export async function setPassword(write: Write, user: User, password_hash: string, keptToken?: string): Promise<void> {
  await changeUser(write, user, { password_hash, ...noMailedPassword });
  await endSessionsOf(write.tx, user.id, keptToken);
  if (user.email_verified_at === null) return;
  const isByAdmin = write.actor_id !== user.id;
  await queueMail(write.tx, user.email, passwordChangedMail(user.language, { isByAdmin }), write.now);
}
