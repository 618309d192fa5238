import { type Role, roleMay } from '@dossard/contract/access/permissions.ts';
import { strongPasswordSchema } from '@dossard/contract/accounts/account.schema.ts';
import type { InvitedRole, OpenAcceptance } from '@dossard/contract/invitations/invitation.schema.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  addUser,
  changeUser,
  findUserByEmail,
  lockUser,
  lockUserByEmail,
  type User,
} from '../../access/account.store.ts';
import { hashToken, newToken } from '../../access/token.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { invitationMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { invitations } from '../../tables/invitation.table.ts';
import { members } from '../../tables/member.table.ts';
import { mailVerification, setVerified } from '../accounts/registration.actions.ts';
import { createMember } from '../members/member.actions.ts';
import { inviterMayInvite } from './invitation.store.ts';

/** Validity of invitations, in ms. */
const qrMs = 10 * 60_000;
const mailMs = 7 * 86_400_000;

/** Creates an invitation that everyone who scans its QR code may use; `expires_at` in seconds since 1970. */
export async function createQrInvitation(write: Write): Promise<{ token: string; expires_at: number }> {
  const { token, expires_at } = await insertInvitation(write, qrMs, { kind: 'qr' });
  return { token, expires_at: Math.floor(expires_at / 1000) };
}

/** Mails an invitation for one account, in the language of the account with this address, if any. */
export async function mailInvitation(
  write: Write,
  {
    email,
    role,
    ...mail
  }: { email: string; role: InvitedRole; competition: string; language: Language; publicUrl: string },
): Promise<void> {
  const { token } = await insertInvitation(write, mailMs, { kind: 'mail', email, role });
  const language = (await findUserByEmail(write.tx, email))?.language ?? mail.language;
  const url = `${mail.publicUrl}/referee/invitation?token=${token}`;
  await queueMail(write.tx, email, invitationMail(language, { competition: mail.competition, role, url }), write.now);
}

async function insertInvitation(
  write: Write,
  validMs: number,
  how: { kind: 'qr' } | { kind: 'mail'; email: string; role: InvitedRole },
): Promise<{ token: string; expires_at: number }> {
  const { tx, competition_id, now } = write;
  const token = newToken();
  const expires_at = now.getTime() + validMs;
  const row = { competition_id, invited_by: actorOf(write), token_hash: hashToken(token), ...how };
  await tx.insert(invitations).values({ ...row, expires_at: new Date(expires_at).toISOString() });
  return { token, expires_at };
}

/** An invitation, its competition's name, and whether its inviter may still invite. */
type Invitation = typeof invitations.$inferSelect & { competition_name: string; isTrusted: boolean };

/** Finds the invitation of a token and locks it, so that two accounts cannot both use a mailed one. */
async function lockInvitation(tx: Transaction, token: string): Promise<Invitation> {
  const hasToken = eq(invitations.token_hash, hashToken(token));
  // The token does not contain the competition, and a cluster can lock rows only within one competition.
  const [named] = await tx.select({ id: invitations.competition_id }).from(invitations).where(hasToken);
  if (!named) throw new Refusal('invalid_token');
  const [found] = await tx
    .select({
      invitation: invitations,
      competition_name: competitions.name,
      isTrusted: sql<boolean>`coalesce(${inviterMayInvite(tx, named.id)}, false)`,
    })
    .from(invitations)
    .innerJoin(competitions, eq(competitions.id, invitations.competition_id))
    .where(and(eq(invitations.competition_id, named.id), hasToken, isNull(competitions.deleted_at)))
    .for('update', { of: invitations });
  if (!found) throw new Refusal('invalid_token');
  const { invitation, ...more } = found;
  return { ...invitation, ...more };
}

/**
 * Finds what an invitation does for an account: it is `open`, or it was used, and answers again with the role that the
 * account has now, which an admin may have lowered since. `userId` is absent for an account that does not exist yet.
 * Throws `invalid_token`.
 */
async function effectFor(
  tx: Transaction,
  invitation: Invitation,
  userId: number | undefined,
  now: Date,
): Promise<'open' | Role> {
  const { accepted_by, expires_at, kind, competition_id, isTrusted } = invitation;
  if (accepted_by === null && expires_at > now.toISOString() && isTrusted) return 'open';
  const mayBeTheirs = kind === 'qr' || accepted_by === userId;
  const role = mayBeTheirs && userId !== undefined ? await roleIn(tx, competition_id, userId) : null;
  if (!role || !roleMay(role, 'find_participant')) throw new Refusal('invalid_token');
  return role;
}

async function roleIn(tx: Transaction, competitionId: number, userId: number): Promise<Role | null> {
  const [member] = await listRows(tx, members, { competition_id: competitionId, user_id: userId });
  return member?.role ?? null;
}

export interface Accepted {
  competition_id: number;
  role: Role;
}

/**
 * Accepts an invitation for an account. Idempotent. `session` is the token of the session to keep when this verifies
 * the address. Throws `invalid_token`.
 */
export async function acceptFor(write: Write, token: string, user: User, session?: string): Promise<Accepted> {
  const { tx, now } = write;
  const invitation = await lockInvitation(tx, token);
  const { competition_id, kind } = invitation;
  const effect = await effectFor(tx, invitation, user.id, now);
  if (effect !== 'open') return { competition_id, role: effect };
  if (kind === 'mail') {
    await updateRow(tx, invitations, invitation, { accepted_by: user.id });
    const isShown = isMailedTo(invitation, user.email);
    if (isShown && user.email_verified_at === null) await setVerified(write, user, { keptToken: session });
  }
  const role = await createMember({ ...write, competition_id, actor_id: user.id }, user.id, invitation.role);
  const noted = { subject_id: user.id, competition_id, detail: `${kind} ${role}` };
  await logSecurityAction(tx, { actor_id: user.id, now }, 'invitation_used', noted);
  return { competition_id, role };
}

/** Whether the invitation was mailed to this address: its link then proves access to the mailbox. */
export const isMailedTo = ({ kind, email }: Invitation, address: string) =>
  kind === 'mail' && email === address.toLowerCase();

/**
 * Gets the invitation of a token, before anything about the address in the request is revealed. Throws `invalid_token`.
 */
export async function getOpenInvitation(
  db: Database,
  token: string,
  userId: number | undefined,
  now: Date,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, token);
    await effectFor(tx, invitation, userId, now);
    return invitation;
  });
}

/** Rejects a password that registration would reject. Throws `invalid_request`. */
export function refuseWeakPassword(password: string): void {
  const parsed = strongPasswordSchema.safeParse(password, { reportInput: true });
  if (parsed.error) throw new Refusal('invalid_request', { problems: problemsOf(parsed.error, 'password') });
}

/**
 * Accepts for an address without an account: creates one that may only referee until its address is verified. Returns
 * undefined if the account was created at the same moment.
 */
export async function acceptWithNewAccount(
  write: Write,
  { token, email, first_name, last_name }: OpenAcceptance,
  more: { password_hash: string; language: Language },
  publicUrl: string,
): Promise<(Accepted & { user_id: number }) | undefined> {
  const user = await addUser(write, { email, first_name, last_name, ...more, account_status: 'invited' });
  if (!user) return undefined;
  const accepted = await acceptFor(write, token, user);
  const isVerified = (await lockUser(write.tx, user.id)).email_verified_at !== null;
  if (!isVerified) await mailVerification(write, user, publicUrl);
  return { ...accepted, user_id: user.id };
}

/**
 * Accepts for a known account; an unverified one may then referee, and nothing more. Throws
 * `wrong_password_for_known_account` when the password that was checked is no longer the account's.
 */
export async function acceptWithKnownAccount(
  write: Write,
  token: string,
  userId: number,
  checkedHash: string,
): Promise<Accepted> {
  const user = await lockUser(write.tx, userId);
  if (user.password_hash !== checkedHash) throw new Refusal('wrong_password_for_known_account');
  const mayOnlyReferee = user.email_verified_at === null && user.account_status === 'active';
  const present = mayOnlyReferee ? await changeUser(write, user, { account_status: 'invited' }) : user;
  return acceptFor(write, token, present);
}

/**
 * Accepts for the owner of an address whose unverified account somebody else created: the account takes the owner's
 * password and names. Returns undefined if it was verified at the same moment.
 */
export async function acceptAsOwner(
  write: Write,
  { token, email, first_name, last_name }: OpenAcceptance,
  more: { password_hash: string; language: Language },
): Promise<(Accepted & { user_id: number }) | undefined> {
  const user = await lockUserByEmail(write.tx, email);
  if (user?.email_verified_at !== null) return undefined;
  await setVerified(write, user, { registration: { first_name, last_name, ...more } });
  return { ...(await acceptFor(write, token, await lockUser(write.tx, user.id))), user_id: user.id };
}
