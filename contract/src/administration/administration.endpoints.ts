import * as z from 'zod/mini';
import { emailOnlySchema } from '../accounts/account.schema.ts';
import { accountDataSchema } from '../accounts/security.schema.ts';
import { messageSchema } from '../calls/confirmations.ts';
import { endpoint, endpointsOf, holding } from '../calls/endpoint.ts';
import {
  accountQuerySchema,
  factorRuleSchema,
  listedAccountSchema,
  passwordUpdateSchema,
  permissionChangeSchema,
  resetAnswerSchema,
  resetHeader,
  resetSchema,
  undoInputSchema,
} from './administration.schema.ts';

const superEndpoint = endpointsOf({ who: holding('super_admin') });
const userEndpoint = endpointsOf({ who: holding('manage_users'), topic: 'accounts', changes: ['accounts'] });

export const listAccounts = superEndpoint('listAccounts', 'GET /admin/accounts', {
  topic: 'accounts',
  summary: 'The accounts with their global permissions, those with one first, then by name; 50 per page',
  query: accountQuerySchema,
  answer: z.object({ accounts: z.array(listedAccountSchema), total: z.int() }),
});

export const updatePassword = userEndpoint('updatePassword', 'PUT /admin/update-password', {
  summary:
    'Sets the password of an account and ends its sessions; only a super administrator may for one with a global permission',
  body: passwordUpdateSchema,
  answer: messageSchema,
  refusals: ['user_not_found'],
});

export const exportAccountOf = userEndpoint('exportAccountOf', 'GET /admin/account/export', {
  summary: 'All stored data of an account; for one with a global permission only a super administrator may',
  query: emailOnlySchema,
  answer: accountDataSchema,
  refusals: ['user_not_found'],
});

export const deleteAccountOf = userEndpoint('deleteAccountOf', 'DELETE /admin/account', {
  summary: 'Deletes an account; for one with a global permission only a super administrator may',
  proof: 'with_factor',
  body: emailOnlySchema,
  refusals: ['user_not_found', 'last_admin_of', 'last_super_admin'],
});

export const removeFactorsOf = userEndpoint('removeFactorsOf', 'DELETE /admin/account/factors', {
  summary:
    'Takes the second factors off an account whose owner has lost them; only a super administrator may for one with a global permission',
  proof: 'with_factor',
  repeat: 'harmless',
  body: emailOnlySchema,
  refusals: ['user_not_found', 'factor_not_found'],
});

export const getFactorRule = superEndpoint('getFactorRule', 'GET /admin/factor-rule', {
  topic: 'factors',
  summary: 'The accounts that the installation requires a second factor from',
  answer: factorRuleSchema,
});

export const updateFactorRule = superEndpoint('updateFactorRule', 'PUT /admin/factor-rule', {
  changes: ['factors'],
  summary: 'Changes the accounts that need a second factor, from their next sign-in on',
  proof: 'with_factor',
  repeat: 'harmless',
  body: factorRuleSchema,
  answer: factorRuleSchema,
  refusals: ['factor_needed_first'],
});

export const changeGlobalPermission = superEndpoint('changeGlobalPermission', 'PUT /admin/global-permissions', {
  changes: ['accounts', 'profile'],
  summary: 'Grants or revokes a global permission',
  proof: 'with_factor',
  body: permissionChangeSchema,
  answer: messageSchema,
  refusals: ['user_not_found', 'last_super_admin'],
});

export const resetSystem = endpoint('resetSystem', 'GET /admin/reset-system', {
  changes: 'everything',
  summary: 'Erases everything except the super administrators, after a backup; needs the header x-confirm: RESET',
  who: holding('super_admin'),
  proof: 'with_factor',
  headers: [resetHeader],
  answer: resetAnswerSchema,
  refusals: ['cross_site_request'],
});

export const listResets = superEndpoint('listResets', 'GET /admin/resets', {
  topic: 'resets',
  summary: 'The resets of the last 30 days, newest first',
  answer: z.object({ resets: z.array(resetSchema) }),
});

export const undoReset = superEndpoint('undoReset', 'POST /admin/resets/undo', {
  changes: 'everything',
  summary: 'Restores the data erased by a reset; newer data stay',
  proof: 'with_factor',
  repeat: 'harmless',
  body: undoInputSchema,
  answer: messageSchema,
  refusals: ['reset_undone', 'reset_copy_gone', 'reset_version'],
});
