import * as z from 'zod/mini';
import { nameSchema, tokenSchema } from '../accounts/account.schema.ts';
import { roleSchema } from '../members/permissions.ts';
import { emailSchema, idSchema } from '../text/text.schema.ts';

/** A QR invitation: for everyone who reads it in time. */
export const invitationSchema = z.object({
  token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
});

export const mailInvitationSchema = z.object({ email: emailSchema, competition_id: idSchema });

export const acceptanceSchema = z.object({ token: tokenSchema });

/** An acceptance without a session: the password is that of the address's account, or of the account it will make. */
export const openAcceptanceSchema = z.object({
  token: tokenSchema,
  email: emailSchema,
  first_name: nameSchema,
  last_name: nameSchema,
  password: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type OpenAcceptance = z.infer<typeof openAcceptanceSchema>;

export const acceptedSchema = z.object({ competition_id: idSchema, role: roleSchema });
