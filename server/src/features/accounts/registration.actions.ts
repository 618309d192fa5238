import type { Registration } from '@dossard/contract/accounts/account.schema.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { revokeKeys } from '../../access/account.keys.ts';
import { addUser, changeUser, lockUserByEmail, type User } from '../../access/account.store.ts';
import { hashToken, newToken } from '../../access/token.ts';
import type { Write } from '../../audit/write.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { alreadyRegisteredMail, verificationMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { emailVerifications, users } from '../../tables/account.tables.ts';
import { findLatestRegistration, type LinkedRegistration, registrationOf } from './link.store.ts';

/*
 * Anyone can register any address. So a link belongs to the registration it was mailed for, not to the account's
 * present content, and opening it discards other registrations (decision 014).
 */

/** Validity of a verification link, in milliseconds (S3). */
const linkMs = 24 * 3_600_000;

/**
 * Creates an account that waits for its address to be verified. A waiting account is not changed: the new registration
 * is stored with its link only. The owner of a verified address gets a mail instead, so that the answer does not reveal
 * the account.
 */
export async function registerAccount(
  write: Write,
  { email, first_name, last_name }: Registration,
  more: { password_hash: string; language: Language },
  publicUrl: string,
): Promise<void> {
  const { tx } = write;
  const registration = { first_name, last_name, ...more };
  const created = await addUser(write, { email, ...registration, account_status: 'active' });
  if (created) return mailVerification(write, created, publicUrl);
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new Error('The account of a taken address was not found.');
  if (user.email_verified_at === null) return mailVerification(write, user, publicUrl, registration);
  return queueMail(tx, user.email, alreadyRegisteredMail(user.language, `${publicUrl}/login`), write.now);
}

/**
 * Mails a link again to an unverified address; other addresses get nothing. Whoever is signed in to the account gets a
 * link that verifies it as it is, others one for the latest registration, which may be a stranger's.
 */
export async function mailVerificationAgain(
  write: Write,
  email: string,
  publicUrl: string,
  readerId: number | undefined,
): Promise<void> {
  const { tx, now } = write;
  const user = await lockUserByEmail(tx, email);
  if (user?.email_verified_at !== null) return;
  const registration = user.id === readerId ? undefined : await findLatestRegistration(tx, user.id, now);
  await mailVerification(write, user, publicUrl, registration);
}

/** Queues the mail with the link that verifies an account's address, for a registration or for the account as it is. */
export async function mailVerification(
  { tx, now }: Write,
  user: User,
  publicUrl: string,
  registration?: LinkedRegistration,
): Promise<void> {
  const token = newToken();
  const expires_at = new Date(now.getTime() + linkMs).toISOString();
  await tx
    .insert(emailVerifications)
    .values({ token_hash: hashToken(token), user_id: user.id, expires_at, ...registration });
  const url = `${publicUrl}/verify-email?token=${token}`;
  await queueMail(tx, user.email, verificationMail(registration?.language ?? user.language, url), now);
}

/**
 * Verifies the address that a link was mailed to, also when it was opened before: its registration becomes the account.
 * Throws `invalid_token`, also for the link of a registration that lost to another.
 */
export async function verifyAddress(write: Write, token: string): Promise<void> {
  const { tx, now } = write;
  const isLink = and(
    eq(emailVerifications.token_hash, hashToken(token)),
    gt(emailVerifications.expires_at, now.toISOString()),
  );
  const ofLink = tx.select({ id: emailVerifications.user_id }).from(emailVerifications).where(isLink);
  const [user] = await tx.select().from(users).where(inArray(users.id, ofLink)).for('update');
  // Read after the account is locked: if two links are opened at the same time, the first invalidates the other.
  const [link] = await tx.select().from(emailVerifications).where(isLink);
  if (!user || !link) throw new Refusal('invalid_token');
  if (user.email_verified_at === null) await setVerified(write, user, { registration: registrationOf(link) });
}

/**
 * Verifies an account's address: its owner is decided now, so everything else that opens it ends (S23), except the
 * session of `keptToken`. With a registration, the account takes its password and names. Id, roles and runs stay.
 */
export async function setVerified(
  write: Write,
  user: User,
  { registration, keptToken }: { registration?: LinkedRegistration | undefined; keptToken?: string | undefined } = {},
): Promise<void> {
  const { tx, now } = write;
  const verified = { email_verified_at: now.toISOString(), account_status: 'active' as const };
  await changeUser(write, user, { ...verified, ...registration });
  await revokeKeys(tx, user.id, { token: keptToken, registration: registration?.password_hash ?? null });
}
