import * as z from 'zod/mini';
import { messageSchema } from '../calls/confirmations.ts';
import { anyone, endpoint, signedIn } from '../calls/endpoint.ts';
import {
  credentialsSchema,
  emailOnlySchema,
  passwordChangeSchema,
  profileSchema,
  profileUpdateSchema,
  registrationSchema,
  tokenSchema,
} from './account.schema.ts';

export const login = endpoint({
  name: 'login',
  method: 'PUT',
  changes: [],
  path: '/login',
  summary: 'Signs in; the session cookie lasts 30 days from its last renewal',
  who: anyone,
  body: credentialsSchema,
  answer: profileSchema,
  refusals: ['invalid_credentials', 'email_not_verified', 'second_factor_required', 'wrong_code'],
  limit: 'login',
  account: 'email',
  repeat: 'secret',
});

export const register = endpoint({
  name: 'register',
  method: 'POST',
  changes: [],
  path: '/auth/register',
  summary:
    'Makes an account and mails a link to verify its address; a known address gets another mail, and the same answer',
  who: anyone,
  body: registrationSchema,
  answer: messageSchema,
  statuses: [201],
  limit: 'mail',
  account: 'email',
});

export const resendVerification = endpoint({
  name: 'resendVerification',
  method: 'POST',
  changes: [],
  path: '/auth/resend-verification',
  summary: 'Resends the verification link if the address is unverified; the answer is always the same',
  who: anyone,
  body: emailOnlySchema,
  answer: messageSchema,
  limit: 'mail',
  account: 'email',
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  topic: 'profile',
  path: '/auth/verify-email',
  summary: 'Verifies an address by the mailed link, which is valid for 24 hours',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  answer: messageSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  changes: [],
  path: '/auth/forgot-password',
  summary: 'Mails a generated password, if the address has an account; the answer is always the same',
  who: anyone,
  body: emailOnlySchema,
  answer: messageSchema,
  limit: 'mail',
  account: 'email',
});

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  changes: ['sessions'],
  path: '/auth/password',
  summary: 'Changes the caller’s password and ends their other sessions',
  who: signedIn,
  body: passwordChangeSchema,
  answer: messageSchema,
  refusals: ['wrong_current_password'],
});

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  changes: ['profile'],
  path: '/user/profile',
  summary: 'Changes the caller’s names and language',
  who: signedIn,
  body: profileUpdateSchema,
  answer: profileSchema,
});
