import * as z from 'zod/mini';
import { endpoint, signedIn } from '../calls/endpoint.ts';
import { accountDataSchema, ownPasswordSchema, ownSessionSchema } from './security.schema.ts';

/* Calls by which users protect and delete their own account. */

export const listSessions = endpoint('listSessions', 'GET /user/sessions', {
  topic: 'sessions',
  summary: 'The caller’s sessions with device and network, the last used first',
  who: signedIn,
  answer: z.object({ sessions: z.array(ownSessionSchema) }),
});

export const endSession = endpoint('endSession', 'DELETE /user/sessions/:session', {
  changes: ['sessions'],
  summary: 'Ends one of the caller’s sessions, including the current one',
  who: signedIn,
});

export const exportAccount = endpoint('exportAccount', 'GET /user/export', {
  topic: 'profile',
  summary: 'All stored data of the caller’s account',
  who: signedIn,
  answer: accountDataSchema,
});

export const deleteAccount = endpoint('deleteAccount', 'DELETE /user/profile', {
  changes: [],
  summary: 'Deletes the caller’s account; its recorded runs stay',
  who: signedIn,
  proof: 'with_factor',
  body: ownPasswordSchema,
  repeat: 'harmless',
  refusals: ['wrong_current_password', 'last_admin_of', 'last_super_admin'],
});
