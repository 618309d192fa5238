import type { Language } from '@dossard/contract/language/language.ts';
import { integer, pgTable, primaryKey, serial, smallint, text, unique } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** Browsers that get a message for each run of a rider (L9). */
export const riderFollowers = pgTable(
  'rider_followers',
  {
    competition_id: ofCompetition(),
    id: serial(),
    dossard: integer().notNull(),
    endpoint: text().notNull(),
    /** SHA-256 of the endpoint, which may be long. */
    endpoint_hash: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text().$type<Language>().notNull(),
    /** The number of the last run that the browser knows of. */
    told_runs: integer().notNull(),
    /** Messages in a row that its push service did not take. */
    failures: smallint().notNull().default(0),
    created_at: moment().notNull(),
  },
  (follower) => [
    primaryKey({ columns: [follower.competition_id, follower.id] }),
    unique('rider_followers_once').on(follower.competition_id, follower.dossard, follower.endpoint_hash),
  ],
);
