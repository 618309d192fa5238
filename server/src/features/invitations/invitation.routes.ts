import { confirm } from '@dossard/contract/calls/confirmations.ts';
import * as endpoints from '@dossard/contract/invitations/invitation.endpoints.ts';
import type { OpenAcceptance } from '@dossard/contract/invitations/invitation.schema.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import type { FastifyRequest } from 'fastify';
import { findUserByEmail, lockCaller } from '../../access/account.store.ts';
import { hashPassword } from '../../access/password.ts';
import { withoutSession, writeTo } from '../../audit/write.ts';
import { sessionCookie } from '../../http/input/session.cookie.ts';
import type { Parts } from '../../http/parts.ts';
import type { Routes } from '../../http/routes/route.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { signInOn } from '../../http/who/sign.in.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { adoptMailedPassword, findByPassword } from '../accounts/password.actions.ts';
import { checkSecondFactor } from '../accounts/second.factor.ts';
import {
  type Accepted,
  acceptAsOwner,
  acceptFor,
  acceptWithKnownAccount,
  acceptWithNewAccount,
  createQrInvitation,
  getOpenInvitation,
  isMailedTo,
  mailInvitation,
  refuseWeakPassword,
} from './invitation.actions.ts';
import { listPending, revokeInvitation } from './invitation.store.ts';

export function invitationRoutes({ route, writeRoute, parts }: Routes): void {
  const { db, publicUrl } = parts;

  writeRoute(endpoints.createInvitation, async (write, { now }) => ({
    ...(await createQrInvitation(write)),
    server_time: now.toISOString(),
  }));

  route(endpoints.inviteReferee, async ({ competition, body, language, ...call }) => {
    const { email, role = 'referee' } = body;
    return call.write(async (write) => {
      await mailInvitation(write, { email, role, competition: competition.name, language, publicUrl });
      return confirm('invitation_sent', language);
    });
  });

  route(endpoints.getInvitation, async ({ query, now }) => {
    const { competition_id, competition_name, role } = await getOpenInvitation(db, query.token, undefined, now);
    return { competition_id, competition_name, role };
  });

  route(endpoints.listInvitations, async ({ competition, now }) => ({
    invitations: await listPending(db, competition.id, now),
  }));

  route(endpoints.deleteInvitation, ({ competition, params, ...call }) =>
    call.write(async ({ tx }) => {
      if (!(await revokeInvitation(tx, competition.id, params.invitation))) throw new Refusal('invitation_not_found');
    }),
  );

  route(endpoints.acceptInvitation, ({ body, caller, request, ...call }) => {
    const session = request.cookies[sessionCookie];
    return call.write(async (write) => acceptFor(write, body.token, await lockCaller(write.tx, caller), session));
  });

  route(endpoints.acceptInvitationUnauthenticated, async ({ body, language, now, request, reply }) => {
    const known = await findUserByEmail(db, body.email);
    const invitation = await getOpenInvitation(db, body.token, known?.id, now);
    const by = { request, isOwner: isMailedTo(invitation, body.email), language, now };
    const accepted = known ? await acceptKnown(parts, body, by) : await acceptNew(parts, body, by);
    const { checkedHash, ...answer } = accepted;
    await signInOn(
      request,
      reply,
      { userId: answer.user_id, checkedHash, refusal: 'wrong_password_for_known_account' },
      parts,
    );
    return answer;
  });
}

/** An acceptance, and the hash of the password that was given with it. */
type AcceptedBy = Accepted & { user_id: number; checkedHash: string };

interface Accepting {
  request: FastifyRequest;
  /**
   * Whether the invitation proves that the address is the caller's, so that an unverified account cannot keep them out.
   */
  isOwner: boolean;
  language: Language;
  now: Date;
}

/** Rate-limited like a sign-in, because it tries a password. */
const acceptKnown = (parts: Parts, body: OpenAcceptance, by: Accepting): Promise<AcceptedBy> =>
  countAttempt(parts, by.request, 'login', body.email, () => acceptByPassword(parts, body, by));

async function acceptByPassword(
  parts: Parts,
  body: OpenAcceptance,
  { request, isOwner, language, now }: Accepting,
): Promise<AcceptedBy> {
  const { db } = parts;
  const match = await findByPassword(db, body.email, body.password, now);
  if (match && match.by !== 'waiting') {
    const { user, by, hash: checkedHash } = match;
    // This form cannot ask for a second factor, and must not bypass it.
    await checkSecondFactor(parts, request, user, { says: 'sign_in_with_factor' });
    return writeTo(db, withoutSession(now), async (write) => {
      if (by === 'mailed') await adoptMailedPassword(write, user);
      const accepted = await acceptWithKnownAccount(write, body.token, user.id, checkedHash);
      return { ...accepted, user_id: user.id, checkedHash };
    });
  }
  const accepted = isOwner && (await acceptOwn(parts, body, language, now));
  if (!accepted) throw new Refusal('wrong_password_for_known_account');
  return accepted;
}

async function acceptOwn({ db }: Parts, body: OpenAcceptance, language: Language, now: Date) {
  if ((await findUserByEmail(db, body.email))?.email_verified_at !== null) return undefined;
  const more = await prepareAccount(body, language);
  const accepted = await writeTo(db, withoutSession(now), (write) => acceptAsOwner(write, body, more));
  return accepted && { ...accepted, checkedHash: more.password_hash };
}

async function acceptNew(parts: Parts, body: OpenAcceptance, by: Accepting): Promise<AcceptedBy> {
  const more = await prepareAccount(body, by.language);
  const { db, publicUrl } = parts;
  const accepted = await writeTo(db, withoutSession(by.now), (write) =>
    acceptWithNewAccount(write, body, more, publicUrl),
  );
  if (accepted) return { ...accepted, checkedHash: more.password_hash };
  return acceptKnown(parts, body, { ...by, isOwner: false });
}

/**
 * Hashes the password outside of the transaction. Throws `invalid_request` for a password that registration would
 * reject.
 */
async function prepareAccount({ password }: OpenAcceptance, language: Language) {
  refuseWeakPassword(password);
  return { password_hash: await hashPassword(password), language };
}
