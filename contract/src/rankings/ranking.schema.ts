import * as z from 'zod/mini';
import { groupFilterSchema, groupSchema } from '../categories/group.ts';
import { heldSchema } from '../declarations/hold.schema.ts';
import { resultStateSchema } from '../declarations/result.state.schema.ts';
import { paperShape } from '../runs/run.schema.ts';
import { startsAtSchema } from '../starts/start.plan.schema.ts';
import { numberParameter } from '../text/number.parameter.ts';
import { pageParameter } from '../text/pages.ts';
import { as, idSchema, namesShape, storedTimeSchema } from '../text/text.schema.ts';
import { statusSchema } from './rider.status.ts';

export const tieBreakSchema = z.enum(['count_back', 'penality', 'chrono_sec', 'previous_round', 'jury']);
export type TieBreak = z.infer<typeof tieBreakSchema>;

/** How a competition ranks: which runs count (R2) and the tie-breaks, in order (R4–R6, R14, R15). */
export const storedRankingRuleSchema = z.object({
  runs: z.enum(['all', 'best_per_zone']),
  tie_breaks: z.array(tieBreakSchema),
});
export type RankingRule = z.infer<typeof storedRankingRuleSchema>;

/** A rule in a request. */
export const rankingRuleSchema = z.extend(storedRankingRuleSchema, {
  tie_breaks: z
    .array(tieBreakSchema)
    .check(z.refine((tieBreaks) => new Set(tieBreaks).size === tieBreaks.length, as('invalid_choice'))),
});

export const defaultRankingRule: RankingRule = {
  runs: 'all',
  tie_breaks: ['count_back', 'penality', 'chrono_sec'],
};

export const criterionSchema = z.enum([
  'total_points',
  'count_back',
  'penality',
  'chrono_sec',
  'previous_round',
  'jury',
  'tied',
]);
/** The criterion that put an entry below the one above it. */
export type Criterion = z.infer<typeof criterionSchema>;

export const rankingEntrySchema = z.object({
  /** 1-based; null for an unranked rider (R8, R10–R13). */
  rank: z.nullable(z.int()),
  ...namesShape,
  dossard: idSchema,
  ...groupSchema.shape,
  club: z.nullable(z.string()),
  total_points: z.int(),
  chrono_sec: z.number(),
  penality: z.int(),
  number_of_runs: z.int(),
  decided_by: z.nullable(criterionSchema),
  /** The status set by the organiser (R10–R13); absent in answers of older servers. */
  status: z.nullish(statusSchema),
  /** When the rider starts (R18); absent without a plan of starts, and in public while the order tells what is held. */
  start_time: z.optional(startsAtSchema),
});
export type RankingEntry = z.infer<typeof rankingEntrySchema>;

export const rankingSchema = z.object({
  rankings: z.array(rankingEntrySchema),
  /** Number of riders of the group, including those without a run. */
  total: z.int(),
  /** The competition's version at which this was computed. */
  version: z.int(),
  /** The group's result (E1); null if several groups are ranked together, absent in answers of older servers. */
  state: z.nullish(resultStateSchema),
  revision: z.nullish(z.int()),
  complaints_until: z.nullish(storedTimeSchema),
  published_at: z.nullish(storedTimeSchema),
  /** Whether the ranking differs from the official list (E5). */
  differs: z.optional(z.boolean()),
  /** What the public does not see yet, and until when if a time is set (E12); absent in answers of older servers. */
  held: z.nullish(heldSchema),
  release_at: z.nullish(storedTimeSchema),
  /** Names of the closed zones in which these riders ride (U8); absent without any. */
  closed_zones: z.optional(z.array(z.string())),
});
export type Ranking = z.infer<typeof rankingSchema>;

/** The neighbour of a rider in the ranking, and the criterion that separates them. */
const neighbourSchema = z.object({
  rank: z.nullable(z.int()),
  dossard: idSchema,
  ...namesShape,
  criterion: criterionSchema,
  /**
   * The deciding values of the rider and of the neighbour: one number, the runs' points for the count-back, or no
   * number for a rider without a rank in the previous round.
   */
  own: z.array(z.number()),
  other: z.array(z.number()),
  /** The jury's reason, if its decision orders the two (R15). */
  reason: z.optional(z.nullable(z.string())),
});
export type Neighbour = z.infer<typeof neighbourSchema>;

/** A run that counts in a ranking, or does not. */
export const scoredShape = {
  ...paperShape,
  points: z.int(),
  /** Whether a graduation gives the run points; without one it is worth 0 (R9). */
  graded: z.boolean(),
  counted: z.boolean(),
};

/** A rider's place, the runs behind it, and the reasons for it. */
export const riderRankingSchema = z.extend(groupSchema, {
  entry: rankingEntrySchema,
  zones: z.array(
    z.object({
      zone_id: idSchema,
      zone_name: z.string(),
      runs: z.array(z.object({ run_number: idSchema, ...scoredShape })),
    }),
  ),
  above: z.nullable(neighbourSchema),
  below: z.nullable(neighbourSchema),
  version: z.int(),
});
export type RiderRanking = z.infer<typeof riderRankingSchema>;

/** An event of a live stream: the new version and the groups whose ranking changed. */
const liveEventSchema = z.object({ version: z.int(), groups: z.array(groupSchema) });
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** Riders on one page of a ranking (L2). */
export const rankingPageSize = 15;

/** Filters of a ranking, and the version announced to the reader. */
export const rankingFilterSchema = z.extend(groupFilterSchema, {
  version: z.optional(numberParameter(0, Number.MAX_SAFE_INTEGER)),
});

export const rankingQuerySchema = z.extend(rankingFilterSchema, {
  page: z._default(pageParameter, 1),
  page_size: z._default(numberParameter(1, 100), rankingPageSize),
});
export type RankingQuery = z.infer<typeof rankingQuerySchema>;
