import * as z from 'zod/mini';
import { numberParameter } from '../text/number.parameter.ts';
import { idSchema, line, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

/** What the security log keeps (S22). The first two are counted by the hour, the others are an entry each. */
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

/** Which entries are meant; all fields narrow. */
export const securityFilterSchema = z.object({
  kind: z.optional(securityKindSchema),
  /** Words of the name or address of who did it or whose account it is. */
  person: z.optional(line(0, 100)),
  from: z.optional(timeSchema),
  to: z.optional(timeSchema),
});
export type SecurityFilter = z.infer<typeof securityFilterSchema>;

export const securityQuerySchema = z.extend(securityFilterSchema, {
  page: z._default(numberParameter(1, 1_000_000), 1),
});

/** An account in the security log; of one that was deleted, only its number is left. */
const loggedAccountSchema = z.object({ id: idSchema, name: z.nullable(z.string()), email: z.nullable(z.string()) });

export const securityEventSchema = z.object({
  key: z.string(),
  kind: securityKindSchema,
  /** The last time, where an entry stands for several. */
  at: storedTimeSchema,
  /** How often within the hour. */
  count: z.int(),
  /** Who did it; null for nobody who was signed in. */
  actor: z.nullable(loggedAccountSchema),
  /** Whose account it is about; null for none. */
  subject: z.nullable(loggedAccountSchema),
  /** What stands for an address that has no account; the same address, the same sign. */
  unknown_account: z.nullable(z.string()),
  /** The network a refused request came from. */
  network: z.string(),
  /** The competition it is about; null for none. */
  competition_id: z.nullable(idSchema),
  /** More, in the words of the calls: a role before and after, a permission, the refusal and the call. */
  detail: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
