import { messageSchema } from '../confirmations.ts';
import { anyone, endpoint, inCompetition, signedIn } from '../endpoint.ts';
import {
  acceptanceSchema,
  acceptedSchema,
  invitationSchema,
  mailInvitationSchema,
  openAcceptanceSchema,
} from './invitation.schema.ts';

export const createInvitation = endpoint({
  name: 'createInvitation',
  method: 'GET',
  path: '/competition/:id/referee/invitation',
  summary: 'A new invitation for a QR code: 10 minutes, for everyone who reads it',
  who: inCompetition('invite_users'),
  answer: invitationSchema,
});

export const inviteReferee = endpoint({
  name: 'inviteReferee',
  method: 'POST',
  path: '/competition/referee',
  summary: 'Mails an invitation: 7 days, for one account',
  who: inCompetition('invite_users', 'body.competition_id'),
  body: mailInvitationSchema,
  answer: messageSchema,
  limit: 'mail',
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invitation/accept',
  summary: 'Makes the caller a referee; a role is never lowered',
  who: signedIn,
  body: acceptanceSchema,
  answer: acceptedSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const acceptInvitationUnauthenticated = endpoint({
  name: 'acceptInvitationUnauthenticated',
  method: 'POST',
  path: '/invitation/accept-unauthenticated',
  summary: 'Makes a referee of a known or new account, and signs it in',
  who: anyone,
  body: openAcceptanceSchema,
  answer: acceptedSchema,
  refusals: ['invalid_token', 'wrong_password_for_known_account'],
  limit: 'token',
  repeatsItself: true,
});
