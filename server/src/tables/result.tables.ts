import { foreignKey, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
import { isKnown, moment, oneOf } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

const groupColumns = () => ({
  competition_id: ofCompetition(),
  /** The normalised category, see `categoryKey`. */
  category_key: text().notNull(),
  gender: oneOf('H', 'F').notNull(),
  /** The category with its spelling at the time of writing. */
  category: text().notNull(),
});

/** The state of the result of each declared group (E1); others are running. */
export const groupResults = pgTable(
  'group_results',
  {
    ...groupColumns(),
    state: oneOf('running', 'provisional', 'official').notNull(),
    /** The latest official revision; 0 without one. */
    revision: integer().notNull().default(0),
    complaints_until: moment(),
    /** What the public does not see, since when, and until when; null without an end (E12). */
    held: oneOf('all', 'podium'),
    held_at: moment(),
    release_at: moment(),
  },
  (group) => [
    primaryKey({ columns: [group.competition_id, group.category_key, group.gender] }),
    isKnown('group_results_state', group.state),
    isKnown('group_results_gender', group.gender),
    isKnown('group_results_held', group.held),
  ],
);

/** Official lists as published (E4). A row never changes, except for names that are erased. */
export const officialLists = pgTable(
  'official_lists',
  {
    ...groupColumns(),
    revision: integer().notNull(),
    published_at: moment().notNull(),
    reason: text(),
    jury: jsonb().$type<string[]>().notNull(),
    /** The published JSON, and the SHA-256 of its bytes, in hex. */
    body: text().notNull(),
    sha256: text().notNull(),
    /**
     * SHA-256 of the ranking and its runs without names: a different hash of the live ranking means that it differs.
     */
    ranking_sha256: text().notNull(),
    names: jsonb().$type<ListedName[]>().notNull(),
    /** If another installation published it (Y5): this one's number of each zone, by its number in the body. */
    zone_ids: jsonb().$type<Record<string, number>>(),
  },
  (list) => [
    primaryKey({ columns: [list.competition_id, list.category_key, list.gender, list.revision] }),
    foreignKey({
      name: 'official_lists_group',
      columns: [list.competition_id, list.category_key, list.gender],
      foreignColumns: [groupResults.competition_id, groupResults.category_key, groupResults.gender],
    }),
    index('official_lists_sha256').on(list.sha256),
    isKnown('official_lists_gender', list.gender),
  ],
);

/** Decisions of a jury about riders whom no other rule separates (R15); a rider is in at most one of them. */
export const tieDecisions = pgTable(
  'tie_decisions',
  {
    ...groupColumns(),
    /** The lowest dossard of its riders. */
    first_dossard: integer().notNull(),
    /** The riders, best first. */
    dossards: jsonb().$type<number[]>().notNull(),
    reason: text().notNull(),
    decided_at: moment().notNull(),
  },
  (tie) => [
    primaryKey({ columns: [tie.competition_id, tie.first_dossard] }),
    isKnown('tie_decisions_gender', tie.gender),
  ],
);

/** Complaints of riders, and the decisions of the jury (E9). */
export const complaints = pgTable(
  'complaints',
  {
    competition_id: ofCompetition(),
    id: serial(),
    dossard: integer().notNull(),
    run_number: integer(),
    text: text().notNull(),
    fee: text().notNull(),
    made_by: text().notNull(),
    made_at: moment().notNull(),
    state: oneOf('open', 'granted', 'refused', 'withdrawn').notNull().default('open'),
    jury: jsonb().$type<string[]>().notNull().default([]),
    reason: text(),
    decided_at: moment(),
  },
  (complaint) => [
    primaryKey({ columns: [complaint.competition_id, complaint.id] }),
    isKnown('complaints_state', complaint.state),
  ],
);

/** Name and salt of a rider in an official list; after an erasure, only the bib. */
export interface ListedName {
  dossard: number;
  name: { first_name: string; last_name: string; club: string | null; salt: string } | null;
}
