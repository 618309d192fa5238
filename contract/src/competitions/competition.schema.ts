import * as z from 'zod/mini';
import { roleSchema } from '../access/permissions.ts';
import { seenSchema } from '../calls/seen.schema.ts';
import { youthWordsSchema } from '../categories/gender.words.ts';
import { groupSchema } from '../categories/group.ts';
import { copyChoiceSchema } from '../copies/copy.schema.ts';
import { rankingRuleSchema, storedRankingRuleSchema } from '../rankings/ranking.schema.ts';
import { startPlanSchema, storedStartPlanSchema } from '../starts/start.plan.schema.ts';
import { nextPage, pageParameter } from '../text/pages.ts';
import { dateSchema, eventShape, idSchema, line, paragraph, storedDateSchema } from '../text/text.schema.ts';
import { lapsOfGroupsSchema, lapsSchema } from './laps.ts';

/** How riders are named on public pages. */
const publicNamesSchema = z.enum(['full', 'initials', 'bib']);
export type PublicNames = z.infer<typeof publicNamesSchema>;

/** How runs name a referee whose account was deleted: by the full name, or by initials (S16). */
const departedRefereesSchema = z.enum(['full', 'initials']);

export const competitionInputSchema = z.object({
  name: line(1),
  date: dateSchema,
  location: line(1),
  description: z.pipe(
    z.pipe(
      z.nullish(paragraph()),
      z.transform((text) => text ?? ''),
    ),
    z.string(),
  ),
  organizer: line(1),
  contact: line(1),
});
export type CompetitionInput = z.infer<typeof competitionInputSchema>;

/** A new competition; with `copy` it starts from another one (M1). */
export const competitionCreationSchema = z.extend(competitionInputSchema, { copy: z.optional(copyChoiceSchema) });
export type CompetitionCreation = z.infer<typeof competitionCreationSchema>;

/** Settings of a competition; omitted optional fields stay unchanged. */
export const competitionUpdateSchema = z.extend(competitionInputSchema, {
  ranking_rule: z.optional(rankingRuleSchema),
  public_names: z.optional(publicNamesSchema),
  names_until: z.optional(z.nullable(dateSchema)),
  youth_words: z.optional(youthWordsSchema),
  departed_referees: z.optional(departedRefereesSchema),
  laps: z.optional(lapsSchema),
  laps_of_groups: z.optional(lapsOfGroupsSchema),
  official_needs_checked: z.optional(z.boolean()),
  start_plan: z.optional(z.nullable(startPlanSchema)),
  seen: seenSchema,
});
export type CompetitionUpdate = z.infer<typeof competitionUpdateSchema>;

export const competitionSchema = z.object({
  ...eventShape,
  description: z.string(),
  organizer: z.string(),
  contact: z.string(),
  is_public: z.boolean(),
  /** The caller's role; null for visitors and for super administrators who are not members. */
  role: z.nullable(roleSchema),
  ranking_rule: storedRankingRuleSchema,
  public_names: publicNamesSchema,
  /** Last day on which public pages show names; null for always. */
  names_until: z.nullable(storedDateSchema),
  /** The words for the genders of youth categories; absent in answers of older servers. */
  youth_words: z.optional(youthWordsSchema),
  /** How runs name referees who deleted their account (S16); absent in answers of older servers. */
  departed_referees: z.optional(departedRefereesSchema),
  /** Runs per rider and zone (P1); null if unset, absent in answers of older servers. */
  laps: z.nullish(z.int()),
  laps_of_groups: z.optional(z.array(z.extend(groupSchema, { laps: z.int() }))),
  /** Whether a list needs all runs of its group checked on paper (E13); absent in answers of older servers. */
  official_needs_checked: z.optional(z.boolean()),
  /** When riders start (R18); null without times, absent in answers of older servers. */
  start_plan: z.nullish(storedStartPlanSchema),
  /** Shared, and at home in the other installation (Y2); absent in answers of older servers. */
  is_away: z.optional(z.boolean()),
  /** Its settings cannot be read and are shown as the defaults: an admin has to save them again. */
  broken: z.optional(z.boolean()),
});
export type Competition = z.infer<typeof competitionSchema>;

export const competitionCountsSchema = z.object({
  zones: z.int(),
  /** Different groups with a graduation. */
  groups: z.int(),
  riders: z.int(),
  /** Members with any role, the caller included. */
  members: z.int(),
  /** Links for judges that were not revoked (U1). */
  judge_links: z.int(),
  runs: z.int(),
  /** Doubtful pairs and runs of unknown bibs. */
  undecided: z.int(),
});
export type CompetitionCounts = z.infer<typeof competitionCountsSchema>;

/** Public competitions on one page. */
export const competitionsPageSize = 50;

export const publicCompetitionsQuerySchema = z.object({
  page: z._default(pageParameter, 1),
  /** Words of name, location, organizer or day. */
  search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  /** `nearest`: those of today, then coming ones with the soonest first, then past ones. */
  order: z._default(z.enum(['newest', 'nearest']), 'newest'),
});
export type PublicCompetitionsQuery = z.infer<typeof publicCompetitionsQuerySchema>;

/** A competition of the start page, with `takes_entries` while one can enter it (J1). */
const listedCompetitionSchema = z.extend(competitionSchema, { takes_entries: z.optional(z.literal(true)) });
export type ListedCompetition = z.infer<typeof listedCompetitionSchema>;

export const competitionPageSchema = z.object({
  competitions: z.array(listedCompetitionSchema),
  /** Number of competitions on all pages. */
  total: z.int(),
  ...nextPage,
  /** Present while nobody has set up this installation (A8). */
  setup_open: z.optional(z.literal(true)),
});
export type CompetitionPage = z.infer<typeof competitionPageSchema>;

export const visibilitySchema = z.object({ competition_id: idSchema, is_public: z.boolean() });
