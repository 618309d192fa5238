import * as z from 'zod/mini';
import { as, idSchema, line, namesShape, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

/** Random id by which an account's phones are distinguished. */
export const phoneIdSchema = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/, as('invalid_phone_id')));

/** Whether the phone's browser guarantees to keep stored runs, or may clear them. */
const storageStateSchema = z.enum(['safe', 'clearable']);

/** Above this difference to the server's clock, in seconds, the phone's clock is called wrong. */
export const clockToleranceSec = 60;

const seconds = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** The report of a referee's phone. */
export const phoneReportSchema = z.object({
  /** Absent: the account has one phone. */
  phone_id: z.nullish(phoneIdSchema),
  /** Null while no zone is open. */
  zone_id: z.nullable(idSchema),
  /** The bib of the rider whose run is being recorded; absent from older versions of the page (K4). */
  riding: z.nullish(idSchema),
  unsent: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  oldest_unsent_sec: z.nullish(seconds),
  app_version: line(1, 64),
  /** The phone's present time. */
  clock: timeSchema,
  /** Percent, if the browser reports it. */
  battery: z.nullish(z.int().check(z.minimum(0), z.maximum(100))),
  /** Absent from older versions of the page. */
  storage: z.nullish(storageStateSchema),
  /** Ids of the notices that the referee has confirmed since the last report (N2). */
  confirmed_notices: z.nullish(z.array(idSchema).check(z.maxLength(100, as('too_many')))),
});
export type PhoneReport = z.infer<typeof phoneReportSchema>;

/** A referee's phone, for the organiser. */
export const phoneSchema = z.object({
  /** Null for a judge with a link, who has no account; the name is then in `first_name`. */
  user_id: z.nullable(idSchema),
  phone_id: z.nullable(z.string()),
  ...namesShape,
  zone_id: z.nullable(idSchema),
  zone_name: z.nullable(z.string()),
  unsent: z.int(),
  oldest_unsent_sec: z.nullable(z.int()),
  app_version: z.string(),
  /** Seconds by which the phone's clock is ahead of the server's; negative if it is behind. */
  clock_difference_sec: z.int(),
  battery: z.nullable(z.int()),
  storage: z.nullable(storageStateSchema),
  last_contact: storedTimeSchema,
});
export type Phone = z.infer<typeof phoneSchema>;
