import { anyone, endpoint, signedIn } from '../calls/endpoint.ts';
import { profileSchema } from './account.schema.ts';

/* The session calls that every page makes: in a separate file, so that pages do not load the schemas of other calls. */

export const logout = endpoint('logout', 'POST /logout', {
  changes: [],
  summary: 'Ends the session on the server',
  who: anyone,
  repeat: 'harmless',
});

export const getProfile = endpoint('getProfile', 'GET /user/profile', {
  topic: 'profile',
  summary: 'The caller’s profile',
  who: signedIn,
  judge: 'unknown',
  duringSetup: true,
  answer: profileSchema,
});
