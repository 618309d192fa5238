import * as z from 'zod/mini';
import { strongPasswordSchema } from '../accounts/account.schema.ts';
import { globalPermissionSchema } from '../members/permissions.ts';
import { emailSchema } from '../text/text.schema.ts';

export const passwordUpdateSchema = z.object({ email: emailSchema, new_password: strongPasswordSchema });

export const permissionChangeSchema = z.object({
  action: z.enum(['grant', 'revoke']),
  permission: globalPermissionSchema,
  user_email: emailSchema,
});
export type PermissionChange = z.infer<typeof permissionChangeSchema>;

export const resetAnswerSchema = z.object({ message: z.string(), operation_status: z.literal('success') });

/** The header, and its value, without which nothing is reset. */
export const resetHeader = ['x-confirm', 'RESET'] as const;
