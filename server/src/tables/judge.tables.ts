import { index, integer, pgTable, primaryKey, serial, smallint, text, unique } from 'drizzle-orm/pg-core';
import { byUser } from './account.tables.ts';
import { moment, referTo } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** Links by which judges record runs without an account (U1); only a SHA-256 of the token is stored. */
export const judgeLinks = pgTable(
  'judge_links',
  {
    competition_id: ofCompetition(),
    id: serial(),
    token_hash: text().notNull(),
    /** Null for all zones. */
    zone_ids: integer().array(),
    label: text(),
    starts_at: moment(),
    ends_at: moment().notNull(),
    /** The number of phones for each zone. */
    phones: smallint().notNull(),
    made_by: byUser(),
    revoked_at: moment(),
    /** When its runs were removed together, to be looked at (U4). */
    hidden_at: moment(),
  },
  (link) => [primaryKey({ columns: [link.competition_id, link.id] }), index('judge_links_token').on(link.token_hash)],
);

/** Stored for a judge who has stopped on a phone: no token has this hash. */
export const noToken = '';

/** Judges who opened a link: one for each phone and name; only a SHA-256 of the cookie's token is stored. */
export const judges = pgTable(
  'judges',
  {
    competition_id: integer().notNull(),
    id: serial(),
    link_id: integer().notNull(),
    phone_id: text().notNull(),
    name: text().notNull(),
    token_hash: text().notNull(),
    opened_at: moment().notNull(),
    /** When the organiser ended the phone. */
    ended_at: moment(),
  },
  (judge) => [
    primaryKey({ columns: [judge.competition_id, judge.id] }),
    unique('judges_of_phone').on(judge.competition_id, judge.link_id, judge.phone_id, judge.name),
    index('judges_token').on(judge.token_hash),
    referTo(judgeLinks, 'judges_link', judge, judge.link_id),
  ],
);
