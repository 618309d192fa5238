import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { groupFilterSchema, groupInputSchema, groupSchema } from '../categories/group.ts';
import { licenceKey } from '../participants/licence.key.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { writtenProblemSchema } from '../refusals/problem.schema.ts';
import { as, dateSchema, idSchema, line, riderShape, storedDateSchema, storedTimeSchema } from '../text/text.schema.ts';
import { disciplineSchema, pointsSchema, proposalSchema } from './series.schema.ts';

/* Results from elsewhere: a discipline or a day of a season that was not ridden with Dossard (T15). */

const settings = {
  name: line(1),
  date: dateSchema,
  discipline: disciplineSchema,
  /** Points by rank; null for those of the rule. */
  points: z.nullable(pointsSchema),
  /** What its points are multiplied by. */
  weight: z.int().check(z.minimum(1), z.maximum(100)),
  /** Whether it is never dropped. */
  always_counts: z.boolean(),
};

export const outsideResultInputSchema = z.object({
  ...settings,
  points: z._default(settings.points, null),
  weight: z._default(settings.weight, 1),
  always_counts: z._default(settings.always_counts, false),
});
export type OutsideResultInput = z.infer<typeof outsideResultInputSchema>;

/** Settings of a result from elsewhere; omitted ones stay unchanged. */
export const outsideResultUpdateSchema = z.extend(z.partial(z.object(settings)), { seen: seenSchema });
export type OutsideResultUpdate = z.infer<typeof outsideResultUpdateSchema>;

/** A group of a result from elsewhere, with its last change. */
const rankedGroupSchema = z.extend(groupSchema, {
  /** Number of listed riders. */
  riders: z.int(),
  changed_at: storedTimeSchema,
  /** Null if the account was deleted. */
  changed_by: z.nullable(z.string()),
  /** Why it was corrected; null for a list that was not. */
  reason: z.nullable(z.string()),
});

const outsideResultSchema = z.object({
  id: idSchema,
  name: z.string(),
  date: storedDateSchema,
  discipline: z.string(),
  points: z.nullable(z.array(z.int())),
  weight: z.int(),
  always_counts: z.boolean(),
  groups: z.array(rankedGroupSchema),
});
export type OutsideResult = z.infer<typeof outsideResultSchema>;

export const outsideResultsSchema = z.object({ results: z.array(outsideResultSchema) });

const rankFields = {
  rank: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))), null),
  status: z._default(z.nullable(statusSchema), null),
  first_name: line(1),
  last_name: line(1),
  club: z._default(z.nullable(line(0)), null),
  licence: z._default(z.nullable(line(0, 40)), null),
};

/** A rider of a list: a rank, or the status of a rider without one; a DNF may have a rank. */
const outsideRankInputSchema = z.object(rankFields).check(
  z.refine(({ rank, status }) => rank !== null || status !== null, { error: as('required'), path: ['rank'] }),
  z.refine(({ rank, status }) => rank === null || status === null || status === 'dnf', {
    error: as('rank_with_status'),
    path: ['rank'],
  }),
);
export type OutsideRankInput = z.infer<typeof outsideRankInputSchema>;

/** Whether no licence is on two riders of a list. */
const hasOwnLicences = (ranks: readonly OutsideRankInput[]) => {
  const keys = ranks.flatMap(({ licence }) => licenceKey(licence) ?? []);
  return new Set(keys).size === keys.length;
};

/** The whole list of a group; it replaces the former one, which takes a reason. */
export const outsideRanksInputSchema = z.extend(groupInputSchema, {
  ranks: z
    .array(outsideRankInputSchema)
    .check(z.maxLength(1_000, as('too_many')), z.refine(hasOwnLicences, as('licence_doubled'))),
  reason: z.optional(z.nullable(line(0, 500))),
  /** `changed_at` of the list that the caller read; null for a group without one. */
  seen: seenSchema,
});
export type OutsideRanksInput = z.infer<typeof outsideRanksInputSchema>;

/** The number of stored riders of the group, and pairs of riders of the season that may be one (T9). */
export const storedRanksSchema = z.object({ stored: z.int(), proposed: z.array(proposalSchema) });
export type StoredRanks = z.infer<typeof storedRanksSchema>;

const outsideRankSchema = z.extend(groupSchema, {
  /** Identifies the rider in the result, also after a correction. */
  row: z.int(),
  rank: z.nullable(z.int()),
  status: z.nullable(statusSchema),
  /** Empty for an erased rider. */
  ...riderShape,
  licence: z.nullable(z.string()),
});
export type OutsideRank = z.infer<typeof outsideRankSchema>;

export const outsideRanksSchema = z.object({ ranks: z.array(outsideRankSchema) });

/** Which group the rows of a file belong to that has no column for it. */
export const rankFileOptionsSchema = groupFilterSchema;
export type RankFileOptions = z.infer<typeof rankFileOptionsSchema>;

/** A row as read from a file or from typed lines; nothing is stored. */
const readRankSchema = z.extend(z.omit(outsideRankSchema, { row: true }), {
  /** What identified a rider of the season, who gave what the row lacks; null for a rider as written. */
  found_by: z.nullable(z.enum(['dossard', 'licence'])),
});
export type ReadRank = z.infer<typeof readRankSchema>;

export const readRanksSchema = z.object({
  ranks: z.array(readRankSchema),
  errors: z.array(writtenProblemSchema),
  /** Columns with text that were not read, with their first cell. */
  unread_columns: z.array(z.object({ sheet: z.string(), heading: z.string(), example: z.string() })),
});
export type ReadRanks = z.infer<typeof readRanksSchema>;

/** The row of a rider. */
export const outsideRowSchema = z.object({ row: idSchema });
