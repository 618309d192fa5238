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

export const login = endpoint('login', 'PUT /login', {
  changes: [],
  summary: 'Signs in; the session cookie lasts 30 days from its last renewal',
  who: anyone,
  body: credentialsSchema,
  answer: profileSchema,
  refusals: ['invalid_credentials', 'email_not_verified', 'second_factor_required', 'wrong_code'],
  limit: 'login',
  repeat: 'secret',
});

export const register = endpoint('register', 'POST /auth/register', {
  changes: [],
  summary:
    'Makes an account and mails a link to verify its address; a known address gets another mail, and the same answer',
  who: anyone,
  body: registrationSchema,
  answer: messageSchema,
  statuses: [201],
  limit: 'mail',
});

export const resendVerification = endpoint('resendVerification', 'POST /auth/resend-verification', {
  changes: [],
  summary: 'Resends the verification link if the address is unverified; the answer is always the same',
  who: anyone,
  body: emailOnlySchema,
  answer: messageSchema,
  limit: 'mail',
});

export const verifyEmail = endpoint('verifyEmail', 'GET /auth/verify-email', {
  topic: 'profile',
  summary: 'Verifies an address by the mailed link, which is valid for 24 hours',
  who: anyone,
  query: z.object({ token: tokenSchema }),
  answer: messageSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const forgotPassword = endpoint('forgotPassword', 'POST /auth/forgot-password', {
  changes: [],
  summary: 'Mails a generated password, if the address has an account; the answer is always the same',
  who: anyone,
  body: emailOnlySchema,
  answer: messageSchema,
  limit: 'mail',
});

export const changePassword = endpoint('changePassword', 'PUT /auth/password', {
  changes: ['sessions'],
  summary: 'Changes the caller’s password and ends their other sessions',
  who: signedIn,
  body: passwordChangeSchema,
  answer: messageSchema,
  refusals: ['wrong_current_password'],
});

export const updateProfile = endpoint('updateProfile', 'PUT /user/profile', {
  changes: ['profile'],
  summary: 'Changes the caller’s names and language',
  who: signedIn,
  body: profileUpdateSchema,
  answer: profileSchema,
});
