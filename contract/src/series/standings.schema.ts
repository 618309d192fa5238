import * as z from 'zod/mini';
import { groupFilterSchema, groupSchema } from '../categories/group.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { nextPage, pageParameter } from '../text/pages.ts';
import { idSchema, namesShape, riderShape } from '../text/text.schema.ts';
import {
  disciplineSchema,
  seasonColumnSchema,
  seriesCompetitionSchema,
  seriesRuleInputSchema,
  seriesTieSchema,
} from './series.schema.ts';

/** The criterion that put a line below the one above it. */
const standingCriterionSchema = z.enum(['total_points', ...seriesTieSchema.options, 'tied']);
export type StandingCriterion = z.infer<typeof standingCriterionSchema>;

const wordsSchema = z.object({ fr: z.string(), en: z.string() });

/** A rider's result in one column; all columns of the standings are listed, in order. */
const seriesResultSchema = z.object({
  /** Null for a result from elsewhere, which has a `result_id`. */
  competition_id: z.nullable(idSchema),
  result_id: z.nullable(idSchema),
  /** Null for a rider without an entry in this group there, and if the rider's name is hidden from the public. */
  dossard: z.nullable(idSchema),
  /** The rank that counts: removed guests leave no gap (T5). */
  rank: z.nullable(z.int()),
  points: z.int(),
  dropped: z.boolean(),
  status: z.nullable(statusSchema),
  started: z.boolean(),
});
export type SeriesResult = z.infer<typeof seriesResultSchema>;

const standingSchema = z.object({
  /** Identifies the line, without personal data. */
  id: z.string(),
  ...groupSchema.shape,
  /** Null without enough starts (T4). */
  rank: z.nullable(z.int()),
  ...riderShape,
  total_points: z.int(),
  /** Points for the days on which the rider started, contained in the total (T16). */
  bonus_points: z.int(),
  starts: z.int(),
  guest: z.boolean(),
  decided_by: z.nullable(standingCriterionSchema),
  /** Empty if the results would reveal a hidden name (T11). */
  results: z.array(seriesResultSchema),
  /** Other groups in which the rider has a separate line (T7). */
  also_in: z.array(groupSchema),
  /** The explanation of the rank. */
  why: wordsSchema,
});
export type Standing = z.infer<typeof standingSchema>;

export const standingsSchema = z.object({
  standings: z.array(standingSchema),
  /** Number of lines on all pages. */
  total: z.int(),
  ...nextPage,
  competitions: z.array(seriesCompetitionSchema),
  /** What each of the `results` is of, in order. */
  columns: z.array(seasonColumnSchema),
});
export type Standings = z.infer<typeof standingsSchema>;

/** Lines on one page of standings, and clubs on one of theirs. */
export const standingsPageSize = 100;

export const standingsFilterSchema = z.object({
  ...groupFilterSchema.shape,
  /** Adds up the columns of this discipline alone (T15). */
  discipline: z.optional(disciplineSchema),
});
/** Admins read all lines if they ask for no page; visitors the first page (T14). */
const standingsPageSchema = z.object({ page: z.optional(pageParameter) });
export const standingsQuerySchema = z.extend(standingsFilterSchema, standingsPageSchema.shape);
export const clubStandingsQuerySchema = z.extend(standingsPageSchema, {
  discipline: standingsFilterSchema.shape.discipline,
});
export type StandingsQuery = z.infer<typeof standingsQuerySchema>;

const clubStandingSchema = z.object({
  rank: z.int(),
  club: z.string(),
  total_points: z.int(),
  /** Best first, with marks for those that count. */
  riders: z.array(
    z.extend(groupSchema, {
      id: z.string(),
      ...namesShape,
      total_points: z.int(),
      counted: z.boolean(),
    }),
  ),
  why: wordsSchema,
});

export const clubStandingsSchema = z.object({ clubs: z.array(clubStandingSchema), total: z.int(), ...nextPage });
export type ClubStandings = z.infer<typeof clubStandingsSchema>;

export const seriesPreviewInputSchema = z.object({ rule: seriesRuleInputSchema });

/** The effects of another rule, line by line. */
export const seriesPreviewSchema = z.object({
  moves: z.array(
    z.extend(groupSchema, {
      id: z.string(),
      ...namesShape,
      rank_before: z.nullable(z.int()),
      rank_after: z.nullable(z.int()),
      points_before: z.int(),
      points_after: z.int(),
    }),
  ),
  /** Number of unchanged lines. */
  unchanged: z.int(),
});
export type SeriesPreview = z.infer<typeof seriesPreviewSchema>;
