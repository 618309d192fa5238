import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { categoryKey, categorySchema } from '../categories/category.schema.ts';
import { groupInputSchema, groupListSchema, groupSchema } from '../categories/group.ts';
import { as, idSchema, line, namesShape, riderShape, storedDateSchema, storedTimeSchema } from '../text/text.schema.ts';

export const seriesTieSchema = z.enum(['best_result', 'wins', 'last_competition', 'deciding_result']);

/** The points of a rider who started and gave up: those of the last of the group, none, or those of their rank (T2). */
const dnfPointsSchema = z.union([z.literal('last'), z.literal(0), z.literal('as_ranked')]);

const guestsSchema = z.enum(['removed', 'kept', 'day_only']);

/** How a series adds up its columns (T1–T8, T15–T16). */
const seriesRuleSchema = z.object({
  /** Points by rank, starting with the first. */
  points: z.array(z.int()),
  /** Points of later ranks. */
  beyond: z.int(),
  /** Groups with points of their own instead of `points` (T13). */
  points_by_group: z.array(z.extend(groupSchema, { points: z.array(z.int()) })),
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
  /** In how many disciplines a rider with a rank started; null for any (T16). */
  minimum_disciplines: z.nullable(z.int()),
  /** Points for each day on which a rider started (T16). */
  bonus: z.int(),
  /** Whether riders without a licence are guests (T5). */
  licensed_only: z.boolean(),
  /** The column that decides ties with `deciding_result`; null for none (T6). */
  deciding_id: z.nullable(idSchema),
});
export type SeriesRule = z.infer<typeof seriesRuleSchema>;

const score = z.int().check(z.minimum(0), z.maximum(100_000));
const count = (maximum: number) => z.nullable(z.int().check(z.minimum(1), z.maximum(maximum)));

export const pointsSchema = z.array(score).check(z.minLength(1), z.maxLength(500));

const pointsByGroupSchema = groupListSchema(z.extend(groupInputSchema, { points: pointsSchema }), 'group_doubled');

/** A rule in a request. */
const seriesRuleFieldsSchema = z.object({
  points: pointsSchema,
  beyond: z._default(score, 0),
  points_by_group: z._default(pointsByGroupSchema, []),
  dnf: z._default(dnfPointsSchema, 'last'),
  best: z._default(count(100), null),
  drop: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
  minimum_starts: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
  guests: z._default(guestsSchema, 'removed'),
  ties: z._default(
    z.array(seriesTieSchema).check(z.refine((ties) => new Set(ties).size === ties.length, as('invalid_choice'))),
    ['best_result', 'wins', 'last_competition'],
  ),
  clubs: z._default(count(1_000), null),
  renamed: z._default(
    z.array(z.object({ category: categorySchema, counts_as: categorySchema })).check(z.maxLength(200, as('too_many'))),
    [],
  ),
  minimum_disciplines: z._default(count(20), null),
  bonus: z._default(score, 0),
  licensed_only: z._default(z.boolean(), false),
  deciding_id: z._default(z.nullable(idSchema), null),
});

export const defaultSeriesRule: SeriesRule = /* @__PURE__ */ z.parse(seriesRuleFieldsSchema, {
  points: [150, 147, 144, 142, 140, 138, 136, 134, 132, 130, 128, 126, 124, 122, 120],
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

/** The discipline of a column: TR (trial), XCO, XCE, DH … */
export const disciplineSchema = line(1, 40);
export const defaultDiscipline = 'TR';
/** Compares disciplines without case. */
export const disciplineKey = (discipline: string): string => discipline.toLowerCase();

const isDistinct = (ids: readonly number[]) => new Set(ids).size === ids.length;

/** A column in a request; an omitted discipline stays as it is. */
const columnInputSchema = z.union([
  z.object({ competition_id: idSchema, discipline: z.optional(disciplineSchema) }),
  z.object({ result_id: idSchema }),
]);
export type ColumnInput = z.infer<typeof columnInputSchema>;

/** Returns the id of a column. Competitions and results from elsewhere share one sequence of ids. */
export const columnId = (column: { competition_id?: number | null; result_id?: number | null }): number =>
  column.competition_id ?? column.result_id ?? 0;

/**
 * The competitions of a series in order: `columns` orders results from elsewhere too, and `competition_ids` alone keeps
 * their positions.
 */
export const seriesCompetitionsInputSchema = z
  .object({
    competition_ids: z.optional(z.array(idSchema).check(z.maxLength(100), z.refine(isDistinct, as('invalid_choice')))),
    columns: z.optional(
      z.array(columnInputSchema).check(
        z.maxLength(200),
        z.refine((columns) => isDistinct(columns.map(columnId)), as('invalid_choice')),
      ),
    ),
    seen: seenSchema,
  })
  .check(
    z.refine(({ competition_ids, columns }) => competition_ids !== undefined || columns !== undefined, {
      error: as('required'),
      path: ['competition_ids'],
    }),
  );
export type SeriesCompetitionsInput = z.infer<typeof seriesCompetitionsInputSchema>;

/** A competition of a series, in the order of the season. */
export const seriesCompetitionSchema = z.object({
  id: idSchema,
  name: z.string(),
  date: storedDateSchema,
  location: z.string(),
  is_public: z.boolean(),
  /** Its discipline in this series. */
  discipline: z.string(),
});
export type SeriesCompetition = z.infer<typeof seriesCompetitionSchema>;

/** A column of a season: a competition, or a result from elsewhere (T15). */
export const seasonColumnSchema = z.object({
  /** Null for a result from elsewhere. */
  competition_id: z.nullable(idSchema),
  /** Null for a competition. */
  result_id: z.nullable(idSchema),
  name: z.string(),
  date: storedDateSchema,
  discipline: z.string(),
});
export type SeasonColumn = z.infer<typeof seasonColumnSchema>;

/** A competition for the admins of its series; a suspended private one has no name and no location (X2). */
const countedCompetitionSchema = z.extend(seriesCompetitionSchema, {
  /** Whether the account that added it no longer manages the competition (X2). */
  suspended: z.boolean(),
});

const seriesAdminSchema = z.object({
  id: idSchema,
  ...namesShape,
  email: z.string(),
});

/** What names a series. */
const headShape = { id: idSchema, name: z.string(), season: z.string() };

export const listedSeriesSchema = z.object({
  ...headShape,
  is_public: z.boolean(),
  /** Number of its competitions. */
  competition_count: z.int(),
});
export type ListedSeries = z.infer<typeof listedSeriesSchema>;

export const seriesSchema = z.object({
  ...headShape,
  is_public: z.boolean(),
  rule: seriesRuleSchema,
  /** Without deleted ones, in the order of the season. */
  competitions: z.array(countedCompetitionSchema),
  /** Competitions that are not deleted, and results from elsewhere, in the order of the season. */
  columns: z.array(seasonColumnSchema),
  admins: z.array(seriesAdminSchema),
  /** Addresses invited to administer it, until they answer. */
  invited: z.array(z.object({ email: z.string(), expires_at: storedTimeSchema })),
  /** The groups that have riders; only in the answer of `getSeries`. */
  groups: z.optional(z.array(groupSchema)),
});
export type Series = z.infer<typeof seriesSchema>;

/** A series for visitors: without private competitions. */
export const publicSeriesSchema = z.object({
  ...headShape,
  rule: seriesRuleSchema,
  competitions: z.array(seriesCompetitionSchema),
  /** The competitions and results from elsewhere, in the order of the season. */
  columns: z.array(seasonColumnSchema),
  groups: z.array(groupSchema),
  /** The competition whose live stream announces changed standings: the last that has begun; null without any. */
  live_competition_id: z.nullable(idSchema),
});
export type PublicSeries = z.infer<typeof publicSeriesSchema>;

/** The public series that a competition counts in, newest first, and whether one can enter it now (J1). */
export const publicLinksSchema = z.object({ series: z.array(z.object(headShape)), takes_entries: z.boolean() });
export type PublicLinks = z.infer<typeof publicLinksSchema>;

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

/** A rider's entry in one competition, or their row in a result from elsewhere. */
const entryKeySchema = z.union([
  z.object({ competition_id: idSchema, dossard: idSchema }),
  z.object({ result_id: idSchema, row: z.int() }),
]);
export type EntryKey = z.infer<typeof entryKeySchema>;

/**
 * A person's decision about riders (T9, T5): entries are the same rider, or are not; an entry is split off its
 * rider; a rider is a guest, or not.
 */
export const riderDecisionSchema = z.object({
  action: z.enum(['join', 'dismiss', 'split', 'guest', 'no_guest']),
  /** Two entries or more to join or dismiss; one for all other actions. */
  entries: z.array(entryKeySchema).check(z.minLength(1), z.maxLength(100)),
});
export type RiderDecision = z.infer<typeof riderDecisionSchema>;

const entrySchema = z.object({
  /** Null in a result from elsewhere, like `dossard`; the entry then has `result_id` and `row`. */
  competition_id: z.nullable(idSchema),
  dossard: z.nullable(idSchema),
  result_id: z.nullable(idSchema),
  row: z.nullable(z.int()),
  /** The name of the competition, or of the result. */
  competition_name: z.string(),
  category: z.string(),
  gender: groupSchema.shape.gender,
  ...riderShape,
  /** What joins the entry to the rider's others; null for a rider's only entry. */
  joined_by: z.nullable(z.enum(['licence', 'person'])),
});
export type SeriesEntry = z.infer<typeof entrySchema>;

/** One entry of each of several riders who may be one; of two, if another rider matches as well. */
export const proposalSchema = z.object({
  entries: z.array(entrySchema),
  /** Whether another rider matches as well. */
  ambiguous: z.boolean(),
});

/** Riders with more than one entry, guests, and those who may be one rider. */
export const seriesRidersSchema = z.object({
  riders: z.array(z.object({ guest: z.boolean(), entries: z.array(entrySchema) })),
  proposals: z.array(proposalSchema),
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
