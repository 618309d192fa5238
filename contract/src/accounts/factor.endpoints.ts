import * as z from 'zod/mini';
import { anyone, endpoint, provenAccount, signedIn } from '../calls/endpoint.ts';
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

export const listFactors = endpoint('listFactors', 'GET /user/factors', {
  topic: 'factors',
  summary: 'The caller’s second factors',
  who: signedIn,
  duringSetup: true,
  answer: ownFactorsSchema,
});

export const startCodes = endpoint('startCodes', 'POST /user/factors/codes', {
  changes: [],
  summary: 'Creates a secret for an authenticator; it becomes active when one of its codes is confirmed',
  who: provenAccount,
  duringSetup: true,
  proof: 'always',
  repeat: 'secret',
  answer: codesStartSchema,
});

export const confirmCodes = endpoint('confirmCodes', 'PUT /user/factors/codes', {
  changes: ['factors', 'profile'],
  summary: 'Confirms a code of the authenticator; sign-ins require codes from now on',
  who: provenAccount,
  duringSetup: true,
  repeat: 'secret',
  body: z.object({ code: codeSchema }),
  answer: recoveryCodesSchema,
  refusals: ['wrong_code'],
});

export const deleteCodes = endpoint('deleteCodes', 'DELETE /user/factors/codes', {
  changes: ['factors', 'profile'],
  summary: 'Removes one-time codes from the caller’s account',
  who: signedIn,
  proof: 'always',
  repeat: 'harmless',
  refusals: ['factor_not_found', 'last_factor'],
});

export const startPasskey = endpoint('startPasskey', 'POST /user/factors/passkey-options', {
  changes: [],
  summary: 'The options with which a browser creates a passkey for the caller',
  who: provenAccount,
  duringSetup: true,
  proof: 'always',
  repeat: 'harmless',
  answer: passkeyOptionsSchema,
});

export const createPasskey = endpoint('createPasskey', 'POST /user/factors/passkeys', {
  changes: ['factors', 'profile'],
  summary: 'Adds a passkey that a browser created',
  who: provenAccount,
  duringSetup: true,
  repeat: 'secret',
  body: newPasskeySchema,
  answer: recoveryCodesSchema,
  refusals: ['wrong_passkey'],
});

export const deletePasskey = endpoint('deletePasskey', 'DELETE /user/factors/passkeys/:passkey', {
  changes: ['factors', 'profile'],
  summary: 'Removes one of the caller’s passkeys',
  who: signedIn,
  proof: 'always',
  repeat: 'harmless',
  refusals: ['last_factor'],
});

export const createRecoveryCodes = endpoint('createRecoveryCodes', 'POST /user/factors/recovery-codes', {
  changes: ['factors', 'profile'],
  summary: 'Creates new recovery codes, which replace the former ones',
  who: provenAccount,
  proof: 'always',
  repeat: 'secret',
  answer: recoveryCodesSchema,
  refusals: ['factor_not_found'],
});

export const proveIdentity = endpoint('proveIdentity', 'POST /user/proof', {
  changes: [],
  summary: 'Proves the caller’s identity again, for calls that need it within ten minutes',
  who: signedIn,
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
