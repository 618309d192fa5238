import * as z from 'zod/mini';
import { tokenSchema } from '../accounts/account.schema.ts';
import { messageSchema } from '../calls/confirmations.ts';
import { anyone, endpoint, inCompetition, signedIn } from '../calls/endpoint.ts';
import {
  acceptanceSchema,
  acceptedSchema,
  invitationSchema,
  mailInvitationSchema,
  openAcceptanceSchema,
  openInvitationSchema,
  pendingInvitationSchema,
} from './invitation.schema.ts';

export const createInvitation = endpoint('createInvitation', 'GET /competition/:id/referee/invitation', {
  changes: ['invitations'],
  summary: 'A new invitation for a QR code, valid for 10 minutes and for everybody who scans it',
  who: inCompetition('invite_users'),
  answer: invitationSchema,
});

export const inviteReferee = endpoint('inviteReferee', 'POST /competition/referee', {
  changes: ['invitations'],
  summary: 'Mails an invitation, valid for 7 days and for one account',
  who: inCompetition('invite_users', 'body.competition_id'),
  body: mailInvitationSchema,
  answer: messageSchema,
  limit: 'mail',
});

export const getInvitation = endpoint('getInvitation', 'GET /invitation', {
  topic: 'invitations',
  summary: 'The competition and role of an invitation, while it can be accepted',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  answer: openInvitationSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const listInvitations = endpoint('listInvitations', 'GET /competition/:id/invitations', {
  topic: 'invitations',
  summary: 'Invitations that can still be accepted, the first to expire first',
  who: inCompetition('invite_users'),
  answer: z.object({ invitations: z.array(pendingInvitationSchema) }),
});

export const deleteInvitation = endpoint('deleteInvitation', 'DELETE /competition/:id/invitations/:invitation', {
  changes: ['invitations', 'members'],
  summary: 'Revokes an invitation',
  who: inCompetition('invite_users'),
});

export const acceptInvitation = endpoint('acceptInvitation', 'POST /invitation/accept', {
  changes: ['competitions'],
  summary: 'Grants the caller the role of the invitation; a role is never lowered',
  who: signedIn,
  body: acceptanceSchema,
  answer: acceptedSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const acceptInvitationUnauthenticated = endpoint(
  'acceptInvitationUnauthenticated',
  'POST /invitation/accept-unauthenticated',
  {
    changes: ['competitions'],
    summary: 'Makes a known or new account a referee, and signs it in',
    who: anyone,
    body: openAcceptanceSchema,
    answer: acceptedSchema,
    refusals: ['invalid_token', 'wrong_password_for_known_account', 'second_factor_required'],
    limit: 'token',
    repeat: 'secret',
  },
);
