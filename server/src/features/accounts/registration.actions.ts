import type { Registration } from '@dossard/contract/accounts/account.schema.ts';
import type { Language } from '@dossard/contract/language.ts';
import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { alreadyRegisteredMail, verificationMail } from '../../mail/mail.texts.ts';
import { addUser, changeUser, lockUserByEmail, type User } from './account.store.ts';
import { emailVerifications, users } from './account.tables.ts';
import { hashToken, newToken } from './token.ts';

/** How long the link of a verification mail is good, in milliseconds (api: GET /auth/verify-email). */
const linkMs = 24 * 3_600_000;

interface At {
  now: Date;
  publicUrl: string;
}

/**
 * Makes an account that waits for its address to be verified. When the address has an account, its owner is told by
 * mail instead, so that nobody else learns it (api: POST /auth/register).
 */
export async function registerAccount(
  tx: Transaction,
  { email, first_name, last_name }: Registration,
  more: { password_hash: string; language: Language },
  at: At,
): Promise<void> {
  const created = await addUser(tx, { email, first_name, last_name, ...more, account_status: 'active' }, null);
  const user = created ?? (await lockUserByEmail(tx, email));
  if (!user) throw new Error('The account of an address that is taken is gone.');
  if (user.email_verified_at === null) await mailVerification(tx, user, at);
  else await queueMail(tx, user.email, alreadyRegisteredMail(user.language, `${at.publicUrl}/login`), at.now);
}

/** Mails the link again to an address that waits for it; others get nothing (api: POST /auth/resend-verification). */
export async function mailVerificationAgain(tx: Transaction, email: string, at: At): Promise<void> {
  const user = await lockUserByEmail(tx, email);
  if (user && user.email_verified_at === null) await mailVerification(tx, user, at);
}

/** Queues the mail with the link that verifies an account's address. */
export async function mailVerification(tx: Transaction, user: User, { now, publicUrl }: At): Promise<void> {
  const token = newToken();
  const expires_at = new Date(now.getTime() + linkMs).toISOString();
  await tx.insert(emailVerifications).values({ token_hash: hashToken(token), user_id: user.id, expires_at });
  const url = `${publicUrl}/verify-email?token=${token}`;
  await queueMail(tx, user.email, verificationMail(user.language, url), now);
}

/** Verifies the address that a link was mailed to, also when it was opened before. Throws `invalid_token`. */
export async function verifyAddress(tx: Transaction, token: string, now: Date): Promise<void> {
  const [found] = await tx
    .select({ user: users })
    .from(emailVerifications)
    .innerJoin(users, eq(users.id, emailVerifications.user_id))
    .where(
      and(eq(emailVerifications.token_hash, hashToken(token)), gt(emailVerifications.expires_at, now.toISOString())),
    )
    .for('update', { of: users });
  if (!found) throw new Refusal('invalid_token');
  await setVerified(tx, found.user, now);
}

/** Takes note that an account's address is its owner's, from now on an ordinary account. */
export async function setVerified(tx: Transaction, user: User, now: Date): Promise<void> {
  if (user.email_verified_at !== null) return;
  await changeUser(tx, user, { email_verified_at: now.toISOString(), account_status: 'active' }, user.id);
}
