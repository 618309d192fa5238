import * as z from 'zod/mini';
import { messageSchema } from '../calls/confirmations.ts';
import { anyone, endpoint, endpointsOf, signedIn } from '../calls/endpoint.ts';
import {
  credentialsSchema,
  emailOnlySchema,
  passwordChangeSchema,
  profileSchema,
  profileUpdateSchema,
  registrationSchema,
  tokenSchema,
} from './account.schema.ts';

const visitorEndpoint = endpointsOf({ who: anyone, topic: 'profile', changes: [] });

const mailEndpoint = endpointsOf({ who: anyone, topic: 'profile', changes: [], limit: 'mail' });

export const login = visitorEndpoint('login', 'PUT /login', {
  summary: 'Signs in; the session cookie lasts 30 days from its last renewal',
  body: credentialsSchema,
  answer: profileSchema,
  refusals: ['invalid_credentials', 'email_not_verified', 'second_factor_required', 'wrong_code'],
  limit: 'login',
  repeat: 'secret',
});

export const register = mailEndpoint('register', 'POST /auth/register', {
  summary:
    'Makes an account and mails a link to verify its address; a known address gets another mail, and the same answer',
  body: registrationSchema,
  answer: messageSchema,
  statuses: [201],
});

export const resendVerification = mailEndpoint('resendVerification', 'POST /auth/resend-verification', {
  summary: 'Resends the verification link if the address is unverified; the answer is always the same',
  body: emailOnlySchema,
  answer: messageSchema,
});

export const verifyEmail = visitorEndpoint('verifyEmail', 'GET /auth/verify-email', {
  summary: 'Verifies an address by the mailed link, which is valid for 24 hours',
  query: z.object({ token: tokenSchema }),
  answer: messageSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const forgotPassword = mailEndpoint('forgotPassword', 'POST /auth/forgot-password', {
  summary: 'Mails a generated password, if the address has an account; the answer is always the same',
  body: emailOnlySchema,
  answer: messageSchema,
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
