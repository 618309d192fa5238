import * as z from 'zod/mini';
import { groupInputSchema, groupListSchema, groupSchema } from '../categories/group.ts';
import { as } from '../text/text.schema.ts';

/** A time of day where the competition takes place: `09:30`. */
const clockSchema = z
  .string({ error: as('invalid_clock') })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, as('invalid_clock')));

/** A time during which nobody starts. */
const breakSchema = z
  .object({ from: clockSchema, to: clockSchema })
  .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: as('end_before_start') }));

/** A pause after a number of riders of all groups. */
const pauseSchema = z.object({
  after: z.int().check(z.minimum(1), z.maximum(10_000)),
  minutes: z.int().check(z.minimum(1), z.maximum(600)),
});

/** How riders start: one after the other from a first start on, group by group (R18). */
export const startPlanSchema = z.object({
  first_start: clockSchema,
  interval_sec: z.int().check(z.minimum(5), z.maximum(3_600)),
  breaks: z.array(breakSchema).check(z.maxLength(20, as('too_many'))),
  pauses: z.array(pauseSchema).check(z.maxLength(20, as('too_many'))),
  /** The first groups, in order; without a first start of its own a group follows the one before. */
  groups: groupListSchema(z.extend(groupInputSchema, { first_start: z.nullable(clockSchema) })),
});
export type StartPlan = z.infer<typeof startPlanSchema>;

/** A plan in an answer. */
export const storedStartPlanSchema = z.object({
  first_start: z.string(),
  interval_sec: z.int(),
  breaks: z.array(z.object({ from: z.string(), to: z.string() })),
  pauses: z.array(z.object({ after: z.int(), minutes: z.int() })),
  groups: z.array(z.extend(groupSchema, { first_start: z.nullable(z.string()) })),
});

/**
 * When a rider starts: `YYYY-MM-DDThh:mm:ss` by the clock where the competition takes place, ISO 8601 without an offset.
 */
export const startsAtSchema = z.string();
