import { defaultDiscipline, type SeriesRule } from '@dossard/contract/series/series.schema.ts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { ofUser, users } from './account.tables.ts';
import { groupColumns, isKnown, moment, ofRow, oneOf, personColumns } from './columns.ts';

/*
 * A series spans competitions, so its rows cannot be stored with one of them. Like the accounts they refer to, they are
 * few and copied to every node of a cluster (decision 032); competitions are referenced without a foreign key, and may
 * be missing.
 */

export const series = pgTable('series', {
  id: serial().primaryKey(),
  name: text().notNull(),
  season: text().notNull(),
  is_public: boolean().notNull().default(false),
  rule: jsonb().$type<SeriesRule>().notNull(),
  created_by: integer().references(() => users.id, { onDelete: 'set null' }),
  created_at: moment().notNull().default(sql`now()`),
  /** Increases with every change of the series itself, and of the decisions about its riders. */
  version: bigint({ mode: 'number' }).notNull().default(0),
});

/** References the series with which the row is deleted. */
const ofSeries = () => ofRow(() => series.id, { onDelete: 'cascade' });

/** The competitions of each series, in the order of the season, each with who added it (T12, X1). */
export const seriesCompetitions = pgTable(
  'series_competitions',
  {
    series_id: ofSeries(),
    /** The competition; a column `competition_id` would place the row with it instead of with the series. */
    counted_id: integer().notNull(),
    position: integer().notNull(),
    discipline: text().notNull().default(defaultDiscipline),
    /** Null for a relation made before makers were stored. */
    made_by: integer().references(() => users.id),
    made_at: moment().notNull().default(sql`now()`),
  },
  (counted) => [
    primaryKey({ columns: [counted.series_id, counted.counted_id] }),
    index('series_competitions_counted').on(counted.counted_id),
  ],
);

/** Results from elsewhere: columns of a season that were not ridden with Dossard (T15). */
export const outsideResults = pgTable(
  'outside_results',
  {
    /** Drawn from the sequence of competitions, so that one number names a column. */
    id: integer().primaryKey(),
    series_id: ofSeries(),
    /** Among the competitions of the series too. */
    position: integer().notNull(),
    name: text().notNull(),
    date: date({ mode: 'string' }).notNull(),
    discipline: text().notNull(),
    /** Null for those of the rule. */
    points: jsonb().$type<number[]>(),
    weight: integer().notNull(),
    always_counts: boolean().notNull(),
    /** The number of the last row, so that none is given again. */
    last_row: integer().notNull().default(0),
  },
  (result) => [index('outside_results_series').on(result.series_id)],
);

const ofOutsideResult = () => ofRow(() => outsideResults.id, { onDelete: 'cascade' });

/** The list of each group of a result from elsewhere, with its last change. */
export const outsideLists = pgTable(
  'outside_lists',
  {
    result_id: ofOutsideResult(),
    ...groupColumns(),
    changed_at: moment().notNull(),
    changed_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Why it was corrected. */
    reason: text(),
  },
  (list) => [primaryKey({ columns: [list.result_id, list.category, list.gender] })],
);

/** The riders of those lists; an erased one has no first name (T11). */
export const outsideRanks = pgTable(
  'outside_ranks',
  {
    result_id: ofOutsideResult(),
    row: integer().notNull(),
    ...groupColumns(),
    rank: integer(),
    status: oneOf('dns', 'dnf', 'dsq', 'nc'),
    ...personColumns(),
  },
  (listed) => [primaryKey({ columns: [listed.result_id, listed.row] })],
);

/** Invitations to administer a series, for the owner of an address (T12). */
export const seriesInvitations = pgTable(
  'series_invitations',
  {
    series_id: ofSeries(),
    email: text().notNull(),
    invited_by: ofUser(),
    expires_at: moment().notNull(),
  },
  (invitation) => [primaryKey({ columns: [invitation.series_id, invitation.email] })],
);

/** The admins of each series (T12). */
export const seriesAdmins = pgTable(
  'series_admins',
  {
    series_id: ofSeries(),
    user_id: ofUser(),
    since: moment().notNull().default(sql`now()`),
  },
  (admin) => [primaryKey({ columns: [admin.series_id, admin.user_id] }), index('series_admins_user').on(admin.user_id)],
);

/** Decisions of people about the riders of a series (T5, T9); decisions about one entry contain it twice. */
export const seriesDecisions = pgTable(
  'series_decisions',
  {
    series_id: ofSeries(),
    kind: oneOf('same', 'different', 'alone', 'guest').notNull(),
    /** The column and the bib or row of each of the two entries. */
    competition_a: integer().notNull(),
    dossard_a: integer().notNull(),
    competition_b: integer().notNull(),
    dossard_b: integer().notNull(),
    decided_by: integer().references(() => users.id, { onDelete: 'set null' }),
    decided_at: moment().notNull(),
  },
  (decision) => [
    primaryKey({
      name: 'series_decisions_pk',
      columns: [
        decision.series_id,
        decision.kind,
        decision.competition_a,
        decision.dossard_a,
        decision.competition_b,
        decision.dossard_b,
      ],
    }),
    index('series_decisions_a').on(decision.competition_a, decision.dossard_a),
    index('series_decisions_b').on(decision.competition_b, decision.dossard_b),
    isKnown('series_decisions_kind', decision.kind),
  ],
);
