import * as z from 'zod/mini';
import { emailOnlySchema } from '../accounts/account.schema.ts';
import { accountDataSchema } from '../accounts/security.schema.ts';
import { messageSchema } from '../calls/confirmations.ts';
import { endpoint, holding } from '../calls/endpoint.ts';
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

export const listAccounts = endpoint('listAccounts', 'GET /admin/accounts', {
  topic: 'accounts',
  summary: 'The accounts with their global permissions, those with one first, then by name; 50 per page',
  who: holding('super_admin'),
  query: accountQuerySchema,
  answer: z.object({ accounts: z.array(listedAccountSchema), total: z.int() }),
});

export const updatePassword = endpoint('updatePassword', 'PUT /admin/update-password', {
  changes: ['accounts'],
  summary:
    'Sets the password of an account and ends its sessions; only a super administrator may for one with a global permission',
  who: holding('manage_users'),
  body: passwordUpdateSchema,
  answer: messageSchema,
  refusals: ['user_not_found'],
});

export const exportAccountOf = endpoint('exportAccountOf', 'GET /admin/account/export', {
  topic: 'accounts',
  summary: 'All stored data of an account; for one with a global permission only a super administrator may',
  who: holding('manage_users'),
  query: emailOnlySchema,
  answer: accountDataSchema,
  refusals: ['user_not_found'],
});

export const deleteAccountOf = endpoint('deleteAccountOf', 'DELETE /admin/account', {
  changes: ['accounts'],
  summary: 'Deletes an account; for one with a global permission only a super administrator may',
  who: holding('manage_users'),
  proof: 'with_factor',
  body: emailOnlySchema,
  refusals: ['user_not_found', 'last_admin_of', 'last_super_admin'],
});

export const removeFactorsOf = endpoint('removeFactorsOf', 'DELETE /admin/account/factors', {
  changes: ['accounts'],
  summary:
    'Takes the second factors off an account whose owner has lost them; only a super administrator may for one with a global permission',
  who: holding('manage_users'),
  proof: 'with_factor',
  repeat: 'harmless',
  body: emailOnlySchema,
  refusals: ['user_not_found', 'factor_not_found'],
});

export const getFactorRule = endpoint('getFactorRule', 'GET /admin/factor-rule', {
  topic: 'factors',
  summary: 'The accounts that the installation requires a second factor from',
  who: holding('super_admin'),
  answer: factorRuleSchema,
});

export const updateFactorRule = endpoint('updateFactorRule', 'PUT /admin/factor-rule', {
  changes: ['factors'],
  summary: 'Changes the accounts that need a second factor, from their next sign-in on',
  who: holding('super_admin'),
  proof: 'with_factor',
  repeat: 'harmless',
  body: factorRuleSchema,
  answer: factorRuleSchema,
  refusals: ['factor_needed_first'],
});

export const changeGlobalPermission = endpoint('changeGlobalPermission', 'PUT /admin/global-permissions', {
  changes: ['accounts', 'profile'],
  summary: 'Grants or revokes a global permission',
  who: holding('super_admin'),
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

export const listResets = endpoint('listResets', 'GET /admin/resets', {
  topic: 'resets',
  summary: 'The resets of the last 30 days, newest first',
  who: holding('super_admin'),
  answer: z.object({ resets: z.array(resetSchema) }),
});

export const undoReset = endpoint('undoReset', 'POST /admin/resets/undo', {
  changes: 'everything',
  summary: 'Restores the data erased by a reset; newer data stay',
  who: holding('super_admin'),
  proof: 'with_factor',
  repeat: 'harmless',
  body: undoInputSchema,
  answer: messageSchema,
  refusals: ['reset_undone', 'reset_copy_gone', 'reset_version'],
});
