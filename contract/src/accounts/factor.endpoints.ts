import * as z from 'zod/mini';
import { anyone, endpoint, endpointsOf, provenAccount, signedIn } from '../calls/endpoint.ts';
import { profileSchema } from './account.schema.ts';
import {
  codeSchema,
  codesStartSchema,
  identityProofSchema,
  newPasskeySchema,
  ownFactorsSchema,
  passkeyAnswerSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
} from './factor.schema.ts';

/* Second factors: one-time codes, passkeys and recovery codes (S17–S21). */

const provenEndpoint = endpointsOf({ who: provenAccount, topic: 'factors', changes: ['factors', 'profile'] });
const ownEndpoint = endpointsOf({ who: signedIn, topic: 'factors', changes: ['factors', 'profile'] });

const startEndpoint = endpointsOf({ who: provenAccount, changes: [], duringSetup: true, proof: 'always' });

export const listFactors = ownEndpoint('listFactors', 'GET /user/factors', {
  summary: 'The caller’s second factors',
  duringSetup: true,
  answer: ownFactorsSchema,
});

export const startCodes = startEndpoint('startCodes', 'POST /user/factors/codes', {
  summary: 'Creates a secret for an authenticator; it becomes active when one of its codes is confirmed',
  repeat: 'secret',
  answer: codesStartSchema,
});

export const confirmCodes = provenEndpoint('confirmCodes', 'PUT /user/factors/codes', {
  summary: 'Confirms a code of the authenticator; sign-ins require codes from now on',
  duringSetup: true,
  repeat: 'secret',
  body: z.object({ code: codeSchema }),
  answer: recoveryCodesSchema,
  refusals: ['wrong_code'],
});

export const deleteCodes = ownEndpoint('deleteCodes', 'DELETE /user/factors/codes', {
  summary: 'Removes one-time codes from the caller’s account',
  proof: 'always',
  repeat: 'harmless',
  refusals: ['factor_not_found', 'last_factor'],
});

export const startPasskey = startEndpoint('startPasskey', 'POST /user/factors/passkey-options', {
  summary: 'The options with which a browser creates a passkey for the caller',
  repeat: 'harmless',
  answer: passkeyOptionsSchema,
});

export const createPasskey = provenEndpoint('createPasskey', 'POST /user/factors/passkeys', {
  summary: 'Adds a passkey that a browser created',
  duringSetup: true,
  repeat: 'secret',
  body: newPasskeySchema,
  answer: recoveryCodesSchema,
  refusals: ['wrong_passkey'],
});

export const deletePasskey = ownEndpoint('deletePasskey', 'DELETE /user/factors/passkeys/:passkey', {
  summary: 'Removes one of the caller’s passkeys',
  proof: 'always',
  repeat: 'harmless',
  refusals: ['last_factor'],
});

export const createRecoveryCodes = provenEndpoint('createRecoveryCodes', 'POST /user/factors/recovery-codes', {
  summary: 'Creates new recovery codes, which replace the former ones',
  proof: 'always',
  repeat: 'secret',
  answer: recoveryCodesSchema,
  refusals: ['factor_not_found'],
});

export const proveIdentity = ownEndpoint('proveIdentity', 'POST /user/proof', {
  changes: [],
  summary: 'Proves the caller’s identity again, for calls that need it within ten minutes',
  duringSetup: true,
  repeat: 'harmless',
  body: identityProofSchema,
  refusals: ['wrong_current_password', 'wrong_code', 'wrong_passkey'],
});

export const getPasskeyOptions = endpoint('getPasskeyOptions', 'GET /auth/passkey', {
  topic: 'factors',
  summary: 'The options with which a browser requests a passkey of this installation',
  who: anyone,
  limit: 'token',
  answer: passkeyOptionsSchema,
});

export const loginWithPasskey = endpoint('loginWithPasskey', 'PUT /auth/passkey', {
  changes: [],
  summary: 'Signs in with a passkey, without a password',
  who: anyone,
  body: z.object({ credential: passkeyAnswerSchema }),
  answer: profileSchema,
  refusals: ['wrong_passkey', 'email_not_verified'],
  limit: 'token',
  repeat: 'secret',
});
