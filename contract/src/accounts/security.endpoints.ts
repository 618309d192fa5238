import * as z from 'zod/mini';
import { endpointsOf, signedIn } from '../calls/endpoint.ts';
import { accountDataSchema, ownPasswordSchema, ownSessionSchema } from './security.schema.ts';

/* Calls by which users protect and delete their own account. */

const ownEndpoint = endpointsOf({ who: signedIn, topic: 'sessions', changes: ['sessions'] });

export const listSessions = ownEndpoint('listSessions', 'GET /user/sessions', {
  summary: 'The caller’s sessions with device and network, the last used first',
  answer: z.object({ sessions: z.array(ownSessionSchema) }),
});

export const endSession = ownEndpoint('endSession', 'DELETE /user/sessions/:session', {
  summary: 'Ends one of the caller’s sessions, including the current one',
});

export const exportAccount = ownEndpoint('exportAccount', 'GET /user/export', {
  topic: 'profile',
  summary: 'All stored data of the caller’s account',
  answer: accountDataSchema,
});

export const deleteAccount = ownEndpoint('deleteAccount', 'DELETE /user/profile', {
  changes: [],
  summary: 'Deletes the caller’s account; its recorded runs stay',
  proof: 'with_factor',
  body: ownPasswordSchema,
  repeat: 'harmless',
  refusals: ['wrong_current_password', 'last_admin_of', 'last_super_admin'],
});
