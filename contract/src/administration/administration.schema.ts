import * as z from 'zod/mini';
import { globalPermissionSchema } from '../access/permissions.ts';
import { strongPasswordSchema } from '../accounts/account.schema.ts';
import { numberParameter } from '../text/number.parameter.ts';
import { emailSchema, idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** Accounts on one page of their list. */
export const accountPageSize = 50;

export const accountQuerySchema = z.object({
  /** Words that the address or the name holds. */
  search: z.optional(line(0, 100)),
  page: z._default(numberParameter(1, 1_000_000), 1),
});
export type AccountQuery = z.infer<typeof accountQuerySchema>;

/** An account as the administration lists it. */
export const listedAccountSchema = z.object({
  id: idSchema,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
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
 * Of whom a second factor is demanded: of nobody, of who holds `super_admin` or `manage_users`, or also of the admins of
 * competitions and series (S21).
 */
export const factorRuleSchema = z.object({ required_of: z.enum(['nobody', 'super_admins', 'admins']) });
export type FactorRule = z.infer<typeof factorRuleSchema>;

export const resetAnswerSchema = z.object({ message: z.string(), operation_status: z.literal('success') });

/** How long a reset can be undone, and its copy is kept, in days. */
export const undoDays = 30;

/** A reset of the last days; `gone` when its copy is not on this server any more. */
export const resetSchema = z.object({
  /** The file that holds what it erased. */
  backup: z.string(),
  at: storedTimeSchema,
  /** Who did it; null if the account is gone. */
  by: z.nullable(z.string()),
  state: z.enum(['can_undo', 'undone', 'gone']),
});
export type Reset = z.infer<typeof resetSchema>;

export const undoInputSchema = z.object({ backup: line(1, 200) });

/** The header, and its value, without which nothing is reset. */
export const resetHeader = ['x-confirm', 'RESET'] as const;
