import { anyone, endpoint, signedIn } from '../endpoint.ts';
import { credentialsSchema, profileSchema } from './account.schema.ts';

export const login = endpoint({
  name: 'login',
  method: 'PUT',
  path: '/login',
  summary: 'Signs in; the session is a cookie of 30 sliding days',
  who: anyone,
  body: credentialsSchema,
  answer: profileSchema,
  refusals: ['invalid_credentials', 'email_not_verified'],
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session on the server',
  who: anyone,
});

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/user/profile',
  summary: 'The caller’s profile',
  who: signedIn,
  answer: profileSchema,
});
