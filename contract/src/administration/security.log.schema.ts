import * as z from 'zod/mini';
import { pageParameter } from '../text/pages.ts';
import { idSchema, line, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

/**
 * The kinds of events in the security log (S22). The first two are counted by the hour, the others are single entries.
 */
export const securityKindSchema = z.enum([
  'sign_in_refused',
  'access_refused',
  'role_changed',
  'permission_changed',
  'password_changed',
  'factor_changed',
  'factor_rule_changed',
  'personal_data_exported',
  'invitation_used',
  'session_ended',
  'account_deleted',
  'reset',
  'reset_undone',
]);
export type SecurityKind = z.infer<typeof securityKindSchema>;

/** How long the security log is kept, in days. */
export const securityLogDays = 180;
/** Entries on one page of the security log. */
export const securityPageSize = 50;

/** Filters of the log; all given ones must match. */
export const securityFilterSchema = z.object({
  kind: z.optional(securityKindSchema),
  /** Words in the name or address of the actor or of the account concerned. */
  person: z.optional(line(0, 100)),
  from: z.optional(timeSchema),
  to: z.optional(timeSchema),
});
export type SecurityFilter = z.infer<typeof securityFilterSchema>;

export const securityQuerySchema = z.extend(securityFilterSchema, {
  page: z._default(pageParameter, 1),
});

/** An account in the security log; a deleted one has only its number. */
const loggedAccountSchema = z.object({ id: idSchema, name: z.nullable(z.string()), email: z.nullable(z.string()) });

export const securityEventSchema = z.object({
  key: z.string(),
  kind: securityKindSchema,
  /** The latest time, if an entry counts several events. */
  at: storedTimeSchema,
  /** The number of events within the hour. */
  count: z.int(),
  /** The author; null if nobody was signed in. */
  actor: z.nullable(loggedAccountSchema),
  /** The account concerned; null for none. */
  subject: z.nullable(loggedAccountSchema),
  /** A pseudonym for an address without an account; always the same for the same address. */
  unknown_account: z.nullable(z.string()),
  /** The network of a refused request. */
  network: z.string(),
  /** The competition concerned; null for none. */
  competition_id: z.nullable(idSchema),
  /** Details, with the API's own words: a role before and after, a permission, the refusal and the call. */
  detail: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
