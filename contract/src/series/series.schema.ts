import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { categoryKey, categorySchema, genderSchema, groupSchema } from '../categories/category.schema.ts';
import { as, idSchema, line, storedDateSchema, storedTimeSchema } from '../text/text.schema.ts';
import { groupKey } from '../zones/graduation.rules.ts';

export const seriesTieSchema = z.enum(['best_result', 'wins', 'last_competition']);
type SeriesTie = z.infer<typeof seriesTieSchema>;

/** The points of a rider who started and gave up: those of the last of the group, none, or those of their rank (T2). */
const dnfPointsSchema = z.union([z.literal('last'), z.literal(0), z.literal('as_ranked')]);

const guestsSchema = z.enum(['removed', 'kept']);

/** How a series adds up competitions (T1–T8). */
const seriesRuleSchema = z.object({
  /** Points by rank, starting with the first. */
  points: z.array(z.int()),
  /** Points of later ranks. */
  beyond: z.int(),
  /** Groups with points of their own instead of `points` (T13). */
  points_by_group: z.array(z.object({ category: z.string(), gender: genderSchema, points: z.array(z.int()) })),
  dnf: dnfPointsSchema,
  /** How many results count; null for all. */
  best: z.nullable(z.int()),
  /** How many results are dropped; null for none. */
  drop: z.nullable(z.int()),
  minimum_starts: z.nullable(z.int()),
  guests: guestsSchema,
  ties: z.array(seriesTieSchema),
  /** How many riders count for their club; null for no ranking of clubs. */
  clubs: z.nullable(z.int()),
  /** Categories that were renamed during the season: `category` counts as `counts_as` (T7). */
  renamed: z.array(z.object({ category: z.string(), counts_as: z.string() })),
});
export type SeriesRule = z.infer<typeof seriesRuleSchema>;

const allTies: readonly SeriesTie[] = seriesTieSchema.options;

export const defaultSeriesRule: SeriesRule = {
  points: [150, 147, 144, 142, 140, 138, 136, 134, 132, 130, 128, 126, 124, 122, 120],
  beyond: 0,
  points_by_group: [],
  dnf: 'last',
  best: null,
  drop: null,
  minimum_starts: null,
  guests: 'removed',
  ties: [...allTies],
  clubs: null,
  renamed: [],
};

const score = z.int().check(z.minimum(0), z.maximum(100_000));
const count = (maximum: number) => z.nullable(z.int().check(z.minimum(1), z.maximum(maximum)));

const pointsSchema = z.array(score).check(z.minLength(1), z.maxLength(500));

const pointsByGroupSchema = z
  .array(z.object({ category: categorySchema, gender: genderSchema, points: pointsSchema }))
  .check(
    z.maxLength(200, as('too_many')),
    z.refine((tables) => new Set(tables.map(groupKey)).size === tables.length, as('group_doubled')),
  );

/** A rule in a request; omitted fields get the values of `defaultSeriesRule`. */
const seriesRuleFieldsSchema = z.object({
  points: pointsSchema,
  beyond: z._default(score, defaultSeriesRule.beyond),
  points_by_group: z._default(pointsByGroupSchema, []),
  dnf: z._default(dnfPointsSchema, defaultSeriesRule.dnf),
  best: z._default(count(100), null),
  drop: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
  minimum_starts: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
  guests: z._default(guestsSchema, defaultSeriesRule.guests),
  ties: z._default(
    z.array(seriesTieSchema).check(z.refine((ties) => new Set(ties).size === ties.length, as('invalid_choice'))),
    defaultSeriesRule.ties,
  ),
  clubs: z._default(count(1_000), null),
  renamed: z._default(
    z.array(z.object({ category: categorySchema, counts_as: categorySchema })).check(z.maxLength(200, as('too_many'))),
    [],
  ),
});

/** A category that counts as another one cannot have points of its own, because no group would use them (T7, T13). */
export const seriesRuleInputSchema = seriesRuleFieldsSchema.check(
  z.refine(
    ({ points_by_group, renamed }) => {
      const gone = new Set(renamed.map(({ category }) => categoryKey(category)));
      return !points_by_group.some(({ category }) => gone.has(categoryKey(category)));
    },
    { error: as('group_renamed'), path: ['points_by_group'] },
  ),
);

/** A season may be sent as a number (the year). */
const seasonSchema = z.pipe(z.union([z.string(), z.number()]), z.pipe(z.transform(String), line(1, 40)));

export const seriesInputSchema = z.object({
  name: line(1),
  season: seasonSchema,
  rule: z._default(seriesRuleInputSchema, defaultSeriesRule),
});
export type SeriesInput = z.infer<typeof seriesInputSchema>;

/** Settings of a series; omitted ones stay unchanged. */
export const seriesUpdateSchema = z.object({
  name: z.optional(line(1)),
  season: z.optional(seasonSchema),
  rule: z.optional(seriesRuleInputSchema),
  is_public: z.optional(z.boolean()),
  seen: seenSchema,
});
export type SeriesUpdate = z.infer<typeof seriesUpdateSchema>;

export const seriesCompetitionsInputSchema = z.object({
  competition_ids: z.array(idSchema).check(
    z.maxLength(100),
    z.refine((ids) => new Set(ids).size === ids.length, as('invalid_choice')),
  ),
  seen: seenSchema,
});
export type SeriesCompetitionsInput = z.infer<typeof seriesCompetitionsInputSchema>;

/** A competition of a series, in the order of the season. */
export const seriesCompetitionSchema = z.object({
  id: idSchema,
  name: z.string(),
  date: storedDateSchema,
  location: z.string(),
  is_public: z.boolean(),
});
export type SeriesCompetition = z.infer<typeof seriesCompetitionSchema>;

/** A competition for the admins of its series; a suspended private one has no name and no location (X2). */
const countedCompetitionSchema = z.extend(seriesCompetitionSchema, {
  /** Whether the account that added it no longer manages the competition (X2). */
  suspended: z.boolean(),
});

const seriesAdminSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

export const listedSeriesSchema = z.object({
  id: idSchema,
  name: z.string(),
  season: z.string(),
  is_public: z.boolean(),
  /** Number of its competitions. */
  competition_count: z.int(),
});
export type ListedSeries = z.infer<typeof listedSeriesSchema>;

export const seriesSchema = z.object({
  id: idSchema,
  name: z.string(),
  season: z.string(),
  is_public: z.boolean(),
  rule: seriesRuleSchema,
  /** Without deleted ones, in the order of the season. */
  competitions: z.array(countedCompetitionSchema),
  admins: z.array(seriesAdminSchema),
  /** Addresses invited to administer it, until they answer. */
  invited: z.array(z.object({ email: z.string(), expires_at: storedTimeSchema })),
  /** The groups that have riders; only in the answer of `getSeries`. */
  groups: z.optional(z.array(groupSchema)),
});
export type Series = z.infer<typeof seriesSchema>;

/** A series for visitors: without private competitions. */
export const publicSeriesSchema = z.object({
  id: idSchema,
  name: z.string(),
  season: z.string(),
  rule: seriesRuleSchema,
  competitions: z.array(seriesCompetitionSchema),
  groups: z.array(groupSchema),
  /** The competition whose live stream announces changed standings: the last that has begun; null without any. */
  live_competition_id: z.nullable(idSchema),
});
export type PublicSeries = z.infer<typeof publicSeriesSchema>;

/** The public series that a competition counts in, newest first. */
export const seriesLinksSchema = z.object({
  series: z.array(z.object({ id: idSchema, name: z.string(), season: z.string() })),
});
export type SeriesLinks = z.infer<typeof seriesLinksSchema>;

export const seriesAdminInputSchema = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, { abort: true }), z.email(as('invalid_email'))),
});
/** An invitation to administer a series, for its addressee. */
export const seriesInvitationSchema = z.object({
  series_id: idSchema,
  name: z.string(),
  season: z.string(),
  invited_by: z.string(),
});
export type SeriesInvitation = z.infer<typeof seriesInvitationSchema>;

export const seriesInvitationAnswerSchema = z.object({ series_id: idSchema, accept: z.boolean() });

export const seriesAdminKeySchema = z.object({ user_id: idSchema });

/** A rider's entry in one competition. */
const entryKeySchema = z.object({ competition_id: idSchema, dossard: idSchema });
export type EntryKey = z.infer<typeof entryKeySchema>;

/**
 * A person's decision about riders (T9, T5): two entries are the same rider, or are not; an entry is split off its
 * rider; a rider is a guest, or not.
 */
export const riderDecisionSchema = z.object({
  action: z.enum(['join', 'dismiss', 'split', 'guest', 'no_guest']),
  /** Two entries to join or dismiss; one for all other actions. */
  entries: z.array(entryKeySchema).check(z.minLength(1), z.maxLength(2)),
});
export type RiderDecision = z.infer<typeof riderDecisionSchema>;

const entrySchema = z.extend(entryKeySchema, {
  competition_name: z.string(),
  category: z.string(),
  gender: groupSchema.shape.gender,
  first_name: z.string(),
  last_name: z.string(),
  club: z.nullable(z.string()),
  /** What joins the entry to the rider's others; null for a rider's only entry. */
  joined_by: z.nullable(z.enum(['licence', 'person'])),
});
export type SeriesEntry = z.infer<typeof entrySchema>;

/** Riders with more than one entry, guests, and pairs that may be one rider. */
export const seriesRidersSchema = z.object({
  riders: z.array(z.object({ guest: z.boolean(), entries: z.array(entrySchema) })),
  proposals: z.array(
    z.object({
      entries: z.array(entrySchema),
      /** Whether another rider matches as well. */
      ambiguous: z.boolean(),
    }),
  ),
  decided: z.array(
    z.object({
      action: z.enum(['join', 'dismiss', 'split', 'guest']),
      entries: z.array(entryKeySchema),
      /** Who decided; null if the account was deleted. */
      by: z.nullable(z.string()),
      at: storedTimeSchema,
    }),
  ),
});
export type SeriesRiders = z.infer<typeof seriesRidersSchema>;
