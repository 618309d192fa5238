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

export const listAccounts = endpoint({
  name: 'listAccounts',
  topic: 'accounts',
  path: '/admin/accounts',
  summary: 'The accounts with their global permissions, those with one first, then by name; 50 per page',
  who: holding('super_admin'),
  query: accountQuerySchema,
  answer: z.object({ accounts: z.array(listedAccountSchema), total: z.int() }),
});

export const updatePassword = endpoint({
  name: 'updatePassword',
  method: 'PUT',
  changes: ['accounts'],
  path: '/admin/update-password',
  summary:
    'Sets the password of an account and ends its sessions; only a super administrator may for one with a global permission',
  who: holding('manage_users'),
  body: passwordUpdateSchema,
  answer: messageSchema,
  refusals: ['user_not_found'],
});

export const exportAccountOf = endpoint({
  name: 'exportAccountOf',
  topic: 'accounts',
  path: '/admin/account/export',
  summary: 'All stored data of an account; for one with a global permission only a super administrator may',
  who: holding('manage_users'),
  query: emailOnlySchema,
  answer: accountDataSchema,
  refusals: ['user_not_found'],
});

export const deleteAccountOf = endpoint({
  name: 'deleteAccountOf',
  method: 'DELETE',
  changes: ['accounts'],
  path: '/admin/account',
  summary: 'Deletes an account; for one with a global permission only a super administrator may',
  who: holding('manage_users'),
  proof: 'with_factor',
  body: emailOnlySchema,
  refusals: ['user_not_found', 'last_admin_of', 'last_super_admin'],
});

export const removeFactorsOf = endpoint({
  name: 'removeFactorsOf',
  method: 'DELETE',
  changes: ['accounts'],
  path: '/admin/account/factors',
  summary:
    'Takes the second factors off an account whose owner has lost them; only a super administrator may for one with a global permission',
  who: holding('manage_users'),
  proof: 'with_factor',
  repeat: 'harmless',
  body: emailOnlySchema,
  refusals: ['user_not_found', 'factor_not_found'],
});

export const getFactorRule = endpoint({
  name: 'getFactorRule',
  topic: 'factors',
  path: '/admin/factor-rule',
  summary: 'The accounts that the installation requires a second factor from',
  who: holding('super_admin'),
  answer: factorRuleSchema,
});

export const updateFactorRule = endpoint({
  name: 'updateFactorRule',
  method: 'PUT',
  changes: ['factors'],
  path: '/admin/factor-rule',
  summary: 'Changes the accounts that need a second factor, from their next sign-in on',
  who: holding('super_admin'),
  proof: 'with_factor',
  repeat: 'harmless',
  body: factorRuleSchema,
  answer: factorRuleSchema,
  refusals: ['factor_needed_first'],
});

export const changeGlobalPermission = endpoint({
  name: 'changeGlobalPermission',
  method: 'PUT',
  changes: ['accounts', 'profile'],
  path: '/admin/global-permissions',
  summary: 'Grants or revokes a global permission',
  who: holding('super_admin'),
  proof: 'with_factor',
  body: permissionChangeSchema,
  answer: messageSchema,
  refusals: ['user_not_found', 'last_super_admin'],
});

export const resetSystem = endpoint({
  name: 'resetSystem',
  method: 'GET',
  changes: 'everything',
  path: '/admin/reset-system',
  summary: 'Erases everything except the super administrators, after a backup; needs the header x-confirm: RESET',
  who: holding('super_admin'),
  proof: 'with_factor',
  headers: [resetHeader],
  answer: resetAnswerSchema,
  refusals: ['cross_site_request'],
});

export const listResets = endpoint({
  name: 'listResets',
  topic: 'resets',
  path: '/admin/resets',
  summary: 'The resets of the last 30 days, newest first',
  who: holding('super_admin'),
  answer: z.object({ resets: z.array(resetSchema) }),
});

export const undoReset = endpoint({
  name: 'undoReset',
  method: 'POST',
  changes: 'everything',
  path: '/admin/resets/undo',
  summary: 'Restores the data erased by a reset; newer data stay',
  who: holding('super_admin'),
  proof: 'with_factor',
  repeat: 'harmless',
  body: undoInputSchema,
  answer: messageSchema,
  refusals: ['reset_undone', 'reset_copy_gone', 'reset_version'],
});
