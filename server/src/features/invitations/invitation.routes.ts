import { sayDone } from '@dossard/contract/confirmations.ts';
import {
  acceptInvitation,
  acceptInvitationUnauthenticated,
  createInvitation,
  inviteReferee,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import type { OpenAcceptance } from '@dossard/contract/invitations/invitation.schema.ts';
import type { Language } from '@dossard/contract/language.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { setSessionCookie } from '../../http/session.cookie.ts';
import type { Parts } from '../../parts.ts';
import { findUserByEmail, lockUser } from '../accounts/account.store.ts';
import { adoptMailedPassword, findByPassword } from '../accounts/password.actions.ts';
import { hashPassword } from '../accounts/password.ts';
import { startSession } from '../accounts/session.store.ts';
import {
  type Accepted,
  acceptFor,
  acceptWithKnownAccount,
  acceptWithNewAccount,
  createQrInvitation,
  inviteByMail,
  refuseClosed,
  refuseWeakPassword,
} from './invitation.actions.ts';

export function invitationRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, publicUrl } = parts;

  route(app, parts, createInvitation, ({ competition, caller, now }) =>
    createQrInvitation(db, { competition_id: competition.id, invited_by: caller.id, now }),
  );

  route(app, parts, inviteReferee, async ({ competition, body, caller, language, now, write }) => {
    const inviting = { competition_id: competition.id, invited_by: caller.id, now };
    const answer = await write(async (tx) => {
      await inviteByMail(tx, inviting, { email: body.email, competition: competition.name, language, publicUrl });
      return sayDone('invitation_sent', language);
    });
    parts.wakePostman();
    return answer;
  });

  route(app, parts, acceptInvitation, ({ body, caller, now, write }) =>
    write(async (tx) => acceptFor(tx, body.token, await lockUser(tx, caller.id), now)),
  );

  // Not by `write`: the answer brings a session, which is not kept anywhere to be given twice. Again is the same.
  route(app, parts, acceptInvitationUnauthenticated, async ({ body, language, now, reply }) => {
    const known = await findUserByEmail(db, body.email);
    await refuseClosed(db, body.token, known?.id, now);
    const accepted = known ? await acceptKnown(parts, body, now) : await acceptNew(parts, body, language, now);
    setSessionCookie(reply, await startSession(db, accepted.user_id, now), publicUrl);
    return accepted;
  });
}

type AcceptedBy = Accepted & { user_id: number };

async function acceptKnown(parts: Parts, body: OpenAcceptance, now: Date): Promise<AcceptedBy> {
  await parts.limits?.countPassword(body.email);
  const match = await findByPassword(parts.db, body.email, body.password, now);
  if (!match) throw new Refusal('wrong_password_for_known_account');
  const { user, isMailed } = match;
  return parts.db.transaction(async (tx) => {
    if (isMailed) await adoptMailedPassword(tx, user, now);
    return { ...(await acceptWithKnownAccount(tx, body.token, user.id, now)), user_id: user.id };
  });
}

async function acceptNew(parts: Parts, body: OpenAcceptance, language: Language, now: Date): Promise<AcceptedBy> {
  refuseWeakPassword(body.password);
  const more = { password_hash: await hashPassword(body.password), language };
  const at = { now, publicUrl: parts.publicUrl };
  const accepted = await parts.db.transaction((tx) => acceptWithNewAccount(tx, body, more, at));
  parts.wakePostman();
  return accepted ?? acceptKnown(parts, body, now);
}
