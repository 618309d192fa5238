import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * The security log for super administrators (S22), kept for 180 days. Accounts are numbers without a foreign key: an
 * entry outlives the account, and then names nobody.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    /** For a refusal its content and hour, so that identical ones share a row; otherwise a random key. */
    key: text().primaryKey(),
    kind: text().notNull(),
    at: moment().notNull(),
    count: integer().notNull().default(1),
    actor_id: integer(),
    subject_id: integer(),
    /** A keyed hash of an address that has no account. */
    unknown_account: text(),
    network: text().notNull().default(''),
    competition_id: integer(),
    detail: text().notNull().default(''),
  },
  (event) => [index('security_events_at').on(event.at)],
);
