import * as z from 'zod/mini';
import { categorySchema, genderSchema } from '../categories/category.schema.ts';
import { phoneIdSchema } from '../phones/phone.schema.ts';
import { numberParameter } from '../text/number.parameter.ts';
import { as, line } from '../text/text.schema.ts';
import { runSchema } from './run.schema.ts';

/** Most runs in one answer of the list of all runs. */
export const maxListedRuns = 100;

const highestId = 2_147_483_647;

/** A time of day, `HH:MM`. */
const timeOfDaySchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, as('invalid_time')));

/** Which runs of a competition are listed; every filter narrows the list. */
export const runListQuerySchema = z.object({
  zone: z.optional(numberParameter(1, highestId)),
  category: z.optional(categorySchema),
  gender: z.optional(genderSchema),
  /** The name under which the runs were recorded; an imported run knows its referee by name alone. */
  referee: z.optional(line(1, 400)),
  phone_id: z.optional(phoneIdSchema),
  dossard: z.optional(numberParameter(1, highestId)),
  /** First minute of the day; with a later one than `to`, the time from `from` over midnight to `to`. */
  from: z.optional(timeOfDaySchema),
  /** Last minute of the day, its whole minute included. */
  to: z.optional(timeOfDaySchema),
  /** Minutes by which the reader's time of day is ahead of UTC. */
  utc_offset: z._default(numberParameter(-1440, 1440), 0),
  /** Only runs that look unlikely or lie close to another one (D3). */
  odd: z.optional(z.enum(['true', 'false'])),
  offset: z._default(numberParameter(0, 10_000_000), 0),
  limit: z._default(numberParameter(1, maxListedRuns), maxListedRuns),
});
export type RunListQuery = z.infer<typeof runListQuerySchema>;

/** A run in the list of all, with its rider. */
export const listedRunSchema = z.extend(runSchema, {
  first_name: z.string(),
  last_name: z.string(),
  category: z.string(),
  gender: genderSchema,
  /** The phone that recorded it, where it said so. */
  phone_id: z.nullable(z.string()),
  /** Whether the rider has another run in this zone within two minutes (D3). */
  close_to_another: z.boolean(),
});
export type ListedRun = z.infer<typeof listedRunSchema>;

export const runListSchema = z.object({
  /** The latest first, by the phone's clock, else by when they arrived. */
  runs: z.array(listedRunSchema),
  /** All runs that the filters leave, also those that are not in this answer. */
  total: z.int(),
});
export type RunList = z.infer<typeof runListSchema>;

/** Who recorded the runs of a competition, and on which phones. */
export const runSourcesSchema = z.object({
  referees: z.array(z.string()),
  phones: z.array(z.object({ phone_id: z.string(), referee_names: z.array(z.string()), runs: z.int() })),
});
export type RunSources = z.infer<typeof runSourcesSchema>;
