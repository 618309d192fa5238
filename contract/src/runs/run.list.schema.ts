import * as z from 'zod/mini';
import { groupFilterSchema, groupSchema } from '../categories/group.ts';
import { phoneIdSchema } from '../phones/phone.schema.ts';
import { idParameter, numberParameter } from '../text/number.parameter.ts';
import { as, line, namesShape } from '../text/text.schema.ts';
import { runSchema } from './run.schema.ts';

/** Maximum number of runs in one page of the list of all runs. */
export const maxListedRuns = 100;

/** A time of day, `HH:MM`. */
const timeOfDaySchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, as('invalid_time')));

/** Filters for the runs of a competition; all given ones must match. */
export const runListQuerySchema = z.object({
  zone: z.optional(idParameter),
  ...groupFilterSchema.shape,
  /** The name under which the runs were recorded; an imported run may have only its referee's name. */
  referee: z.optional(line(1, 400)),
  phone_id: z.optional(phoneIdSchema),
  dossard: z.optional(idParameter),
  /** First minute of the day; if it is later than `to`, the range crosses midnight. */
  from: z.optional(timeOfDaySchema),
  /** Last minute of the day, inclusive. */
  to: z.optional(timeOfDaySchema),
  /** Minutes by which the reader's time zone is ahead of UTC. */
  utc_offset: z._default(numberParameter(-1440, 1440), 0),
  /** Only runs that look unlikely or are close to another one (D3). */
  odd: z.optional(z.enum(['true', 'false'])),
  /** Only runs that were compared with a judge's sheet, or were not yet (P5). */
  checked: z.optional(z.enum(['true', 'false'])),
  offset: z._default(numberParameter(0, 10_000_000), 0),
  limit: z._default(numberParameter(1, maxListedRuns), maxListedRuns),
});
export type RunListQuery = z.infer<typeof runListQuerySchema>;

/** A run in the list of all runs, with its rider. */
const listedRunSchema = z.extend(runSchema, {
  ...namesShape,
  ...groupSchema.shape,
  /** The phone that recorded it, if reported. */
  phone_id: z.nullable(z.string()),
  /** Whether the rider has another run in this zone within two minutes (D3). */
  close_to_another: z.boolean(),
});
export type ListedRun = z.infer<typeof listedRunSchema>;

export const runListSchema = z.object({
  /** The latest first, by the phone's clock, else by arrival. */
  runs: z.array(listedRunSchema),
  /** Number of all matching runs, including those on other pages. */
  total: z.int(),
});
export type RunList = z.infer<typeof runListSchema>;

/** The referees of a competition's runs, and their phones. */
export const runSourcesSchema = z.object({
  referees: z.array(z.string()),
  phones: z.array(z.object({ phone_id: z.string(), referee_names: z.array(z.string()), runs: z.int() })),
});
export type RunSources = z.infer<typeof runSourcesSchema>;
