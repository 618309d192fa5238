import * as z from 'zod/mini';
import { emailOnlySchema } from '../accounts/account.schema.ts';
import { accountDataSchema } from '../accounts/security.schema.ts';
import { messageSchema } from '../calls/confirmations.ts';
import { endpoint, holding } from '../calls/endpoint.ts';
import {
  accountQuerySchema,
  listedAccountSchema,
  passwordUpdateSchema,
  permissionChangeSchema,
  resetAnswerSchema,
  resetHeader,
} from './administration.schema.ts';

export const listAccounts = endpoint({
  name: 'listAccounts',
  method: 'GET',
  path: '/admin/accounts',
  summary: 'The accounts and their global permissions, holders of one first, then by name; 50 a page',
  who: holding('super_admin'),
  query: accountQuerySchema,
  answer: z.object({ accounts: z.array(listedAccountSchema), total: z.int() }),
});

export const updatePassword = endpoint({
  name: 'updatePassword',
  method: 'PUT',
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
  method: 'GET',
  path: '/admin/account/export',
  summary: 'All that is held of an account; only a super administrator may for one with a global permission',
  who: holding('manage_users'),
  query: emailOnlySchema,
  answer: accountDataSchema,
  refusals: ['user_not_found'],
});

export const deleteAccountOf = endpoint({
  name: 'deleteAccountOf',
  method: 'DELETE',
  path: '/admin/account',
  summary: 'Deletes an account; only a super administrator may for one with a global permission',
  who: holding('manage_users'),
  body: emailOnlySchema,
  refusals: ['user_not_found', 'last_admin_of', 'last_super_admin'],
});

export const changeGlobalPermission = endpoint({
  name: 'changeGlobalPermission',
  method: 'PUT',
  path: '/admin/global-permissions',
  summary: 'Grants or revokes a global permission',
  who: holding('super_admin'),
  body: permissionChangeSchema,
  answer: messageSchema,
  refusals: ['user_not_found', 'last_super_admin'],
});

export const resetSystem = endpoint({
  name: 'resetSystem',
  method: 'GET',
  path: '/admin/reset-system',
  summary: 'Erases everything but the super administrators, after a backup; only with the header x-confirm: RESET',
  who: holding('super_admin'),
  headers: [resetHeader],
  answer: resetAnswerSchema,
  refusals: ['cross_site_request'],
});
