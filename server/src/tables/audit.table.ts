import { sql } from 'drizzle-orm';
import { bigserial, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Who changed what, when, from what to what. Written in the same transaction as the change itself, so that nothing
 * an organiser or referee wrote is ever lost. `competition_id` is 0 for changes of accounts, which belong to none.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial({ mode: 'number' }),
    competition_id: integer().notNull(),
    at: moment().notNull().default(sql`clock_timestamp()`),
    actor_id: integer(),
    action: text().notNull(),
    subject: text().notNull(),
    /** Which one of its kind: a zone id, a dossard, `dossard/run_number`. */
    subject_key: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (entry) => [primaryKey({ columns: [entry.competition_id, entry.id] })],
);
