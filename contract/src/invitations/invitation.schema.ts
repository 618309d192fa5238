import * as z from 'zod/mini';
import { roleSchema } from '../access/permissions.ts';
import { nameSchema, tokenSchema } from '../accounts/account.schema.ts';
import { emailSchema, idSchema, storedTimeSchema } from '../text/text.schema.ts';

/** A QR invitation: for everyone who reads it in time. */
export const invitationSchema = z.object({
  token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  /** What time it is for the server, which a countdown begins with: the clock of a laptop may be off. */
  server_time: storedTimeSchema,
});

/** Roles to invite somebody to by mail. */
export const invitedRoleSchema = z.enum(['admin', 'editor', 'referee']);
export type InvitedRole = z.infer<typeof invitedRoleSchema>;

export const mailInvitationSchema = z.object({
  email: emailSchema,
  competition_id: idSchema,
  /** What the invited person becomes; a referee when it is left out. */
  role: z.optional(invitedRoleSchema),
});

/** What an invitation is for, shown before anything is typed. */
export const openInvitationSchema = z.object({
  competition_id: idSchema,
  competition_name: z.string(),
  role: roleSchema,
});

/** An invitation that can still be accepted, as organisers see it. */
export const pendingInvitationSchema = z.object({
  /** A hash of the token, which names the invitation and opens nothing. */
  id: z.string(),
  kind: z.enum(['qr', 'mail']),
  /** Where it was mailed; null for a QR code. */
  email: z.nullable(z.string()),
  role: roleSchema,
  /** Who invited. */
  invited_by: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
});
export type PendingInvitation = z.infer<typeof pendingInvitationSchema>;

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
