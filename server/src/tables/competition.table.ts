import { type GroupLaps, lapsOfGroupsSchema } from '@dossard/contract/competitions/laps.ts';
import {
  defaultRankingRule,
  type RankingRule,
  storedRankingRuleSchema,
} from '@dossard/contract/rankings/ranking.schema.ts';
import type { FirstOfGroup } from '@dossard/contract/rounds/round.schema.ts';
import { type StartPlan, startPlanSchema } from '@dossard/contract/starts/start.plan.schema.ts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { chainColumns, fittingJson, isKnown, moment, ofRow, oneOf } from './columns.ts';

/** What is read instead of settings that do not fit their schemas. */
const ruleInstead: RankingRule = { ...defaultRankingRule };
const lapsInstead: GroupLaps[] = [];
const planInstead: StartPlan = { first_start: '00:00', interval_sec: 60, breaks: [], pauses: [], groups: [] };

/** Whether a competition has settings that could not be read, and that an admin has to save again. */
export const isBroken = ({
  ranking_rule,
  laps_of_groups,
  start_plan,
}: Pick<typeof competitions.$inferSelect, 'ranking_rule' | 'laps_of_groups' | 'start_plan'>): boolean =>
  ranking_rule === ruleInstead || laps_of_groups === lapsInstead || start_plan === planInstead;

export const competitions = pgTable(
  'competitions',
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    date: date().notNull(),
    location: text().notNull(),
    description: text().notNull(),
    organizer: text().notNull(),
    contact: text().notNull(),
    is_public: boolean().notNull().default(false),
    ranking_rule: fittingJson(storedRankingRuleSchema, ruleInstead).notNull().default(defaultRankingRule),
    public_names: oneOf('full', 'initials', 'bib').notNull().default('full'),
    names_until: date(),
    youth_words: oneOf('women_men', 'girls_boys').notNull().default('women_men'),
    departed_referees: oneOf('full', 'initials').notNull().default('full'),
    laps: integer(),
    laps_of_groups: fittingJson(lapsOfGroupsSchema, lapsInstead).notNull().default([]),
    official_needs_checked: boolean().notNull().default(false),
    /** When riders start (R18); null without times. */
    start_plan: fittingJson(startPlanSchema, planInstead),
    /** The competition from which riders qualify for this one, and how many of each group (R14, R16). */
    follows: integer(),
    /** Who made it follow, and when; null for rounds linked before makers were stored, and without a previous round. */
    follows_made_by: integer(),
    follows_made_at: moment(),
    follows_groups: jsonb().$type<FirstOfGroup[]>().notNull().default([]),
    /** The competitions that follow this one; their rankings may change with it. */
    followed_by: jsonb().$type<number[]>().notNull().default([]),
    /** Increases in every transaction that changes any of the competition's rankings. */
    version: bigint({ mode: 'number' }).notNull().default(0),
    ...chainColumns(),
    /** Shared with another installation, and at home there: only runs can be recorded here (Y2). */
    is_away: boolean().notNull().default(false),
    /** Parity of the run numbers assigned here; null if the competition is not shared (Y4). */
    run_numbers: integer(),
    created_at: moment().notNull().default(sql`now()`),
    deleted_at: moment(),
  },
  (competition) => [
    isKnown('competitions_public_names', competition.public_names),
    isKnown('competitions_youth_words', competition.youth_words),
    isKnown('competitions_departed_referees', competition.departed_referees),
    check('competitions_laps', sql`${competition.laps} between 1 and 9`),
  ],
);

/** References the competition that the row belongs to. */
export const ofCompetition = () => ofRow(() => competitions.id);
