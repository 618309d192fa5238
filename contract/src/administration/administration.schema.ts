import * as z from 'zod/mini';
import { globalPermissionSchema } from '../access/permissions.ts';
import { strongPasswordSchema } from '../accounts/account.schema.ts';
import { pageParameter } from '../text/pages.ts';
import { emailSchema, idSchema, line, namesShape, storedTimeSchema } from '../text/text.schema.ts';

/** Accounts on one page of their list. */
export const accountPageSize = 50;

export const accountQuerySchema = z.object({
  /** Words that occur in the address or the name. */
  search: z.optional(line(0, 100)),
  page: z._default(pageParameter, 1),
});
export type AccountQuery = z.infer<typeof accountQuerySchema>;

/** An account in the list of the administration. */
export const listedAccountSchema = z.object({
  id: idSchema,
  email: z.string(),
  ...namesShape,
  email_verified: z.boolean(),
  account_status: z.enum(['active', 'invited']),
  global_permissions: z.array(globalPermissionSchema),
});
export type ListedAccount = z.infer<typeof listedAccountSchema>;

export const passwordUpdateSchema = z.object({ email: emailSchema, new_password: strongPasswordSchema });

export const permissionChangeSchema = z.object({
  action: z.enum(['grant', 'revoke']),
  permission: globalPermissionSchema,
  user_email: emailSchema,
});
export type PermissionChange = z.infer<typeof permissionChangeSchema>;

/**
 * Which accounts need a second factor: none, holders of `super_admin` or `manage_users`, or also the admins of
 * competitions and series (S21).
 */
export const factorRuleSchema = z.object({ required_of: z.enum(['nobody', 'super_admins', 'admins']) });
export type FactorRule = z.infer<typeof factorRuleSchema>;

export const resetAnswerSchema = z.object({ message: z.string(), operation_status: z.literal('success') });

/** How long a reset can be undone, and its backup is kept, in days. */
export const undoDays = 30;

/** A recent reset; `gone` when its backup is no longer on this server. */
export const resetSchema = z.object({
  /** The backup with the erased data. */
  backup: z.string(),
  at: storedTimeSchema,
  /** Who reset the installation; null if the account was deleted. */
  by: z.nullable(z.string()),
  state: z.enum(['can_undo', 'undone', 'gone']),
});
export type Reset = z.infer<typeof resetSchema>;

export const undoInputSchema = z.object({ backup: line(1, 200) });

/** The header, with its value, that a reset requires. */
export const resetHeader = ['x-confirm', 'RESET'] as const;
