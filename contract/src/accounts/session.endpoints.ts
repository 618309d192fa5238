import { anyone, endpoint, signedIn } from '../calls/endpoint.ts';
import { profileSchema } from './account.schema.ts';

/* What every page calls about its session: apart from the other calls, so that no page carries their schemas for it. */

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session on the server',
  who: anyone,
  repeatsItself: true,
});

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/user/profile',
  summary: 'The caller’s profile',
  who: signedIn,
  duringSetup: true,
  answer: profileSchema,
});
