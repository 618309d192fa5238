import * as z from 'zod/mini';
import { roleSchema } from '../access/permissions.ts';
import { nameSchema, tokenSchema } from '../accounts/account.schema.ts';
import { emailSchema, idSchema, storedTimeSchema } from '../text/text.schema.ts';

/** A QR invitation: for everyone who scans it in time. */
export const invitationSchema = z.object({
  token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  /** The server's time, as the start of a countdown, because the device's clock may be wrong. */
  server_time: storedTimeSchema,
});

/** Roles that can be offered by mail. */
const invitedRoleSchema = z.enum(['admin', 'editor', 'referee']);
export type InvitedRole = z.infer<typeof invitedRoleSchema>;

export const mailInvitationSchema = z.object({
  email: emailSchema,
  competition_id: idSchema,
  /** The role of the invited person; referee by default. */
  role: z.optional(invitedRoleSchema),
});

/** The content of an invitation, shown before anything is typed. */
export const openInvitationSchema = z.object({
  competition_id: idSchema,
  competition_name: z.string(),
  role: roleSchema,
});

/** An invitation that can still be accepted, for organisers. */
export const pendingInvitationSchema = z.object({
  /** A hash of the token, which identifies the invitation but cannot be used to accept it. */
  id: z.string(),
  kind: z.enum(['qr', 'mail']),
  /** The recipient; null for a QR code. */
  email: z.nullable(z.string()),
  role: roleSchema,
  /** The inviter. */
  invited_by: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
});
export type PendingInvitation = z.infer<typeof pendingInvitationSchema>;

export const acceptanceSchema = z.object({ token: tokenSchema });

/** An acceptance without a session: with the password of the address's account, or of the account to create. */
export const openAcceptanceSchema = z.object({
  token: tokenSchema,
  email: emailSchema,
  first_name: nameSchema,
  last_name: nameSchema,
  password: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type OpenAcceptance = z.infer<typeof openAcceptanceSchema>;

export const acceptedSchema = z.object({ competition_id: idSchema, role: roleSchema });
