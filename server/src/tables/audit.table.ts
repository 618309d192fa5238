import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { chainColumns, moment } from './columns.ts';

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
    /** Why, where somebody had to say so. */
    reason: text(),
    /** Number of its link in the chain, from 1 (H1). */
    link: bigint({ mode: 'number' }),
    /** SHA-256 of the entry and of the one before, in hex. */
    hash: text(),
    /** A salt for each group of personal fields in the entry, or the digest that remains of erased ones (H2). */
    seals: jsonb().$type<Seal[]>(),
    /** Whether the other installation told it, which is not told it back; null for no. */
    relayed: boolean(),
  },
  (entry) => [
    primaryKey({ columns: [entry.competition_id, entry.id] }),
    unique('audit_log_link').on(entry.competition_id, entry.link),
  ],
);

/** What binds personal fields to the hash of their entry: a salt beside them, a digest once they are erased. */
export type Seal = { salt: string } | { digest: string };

/** The head of the chain of accounts and the system: one row, whose `competition_id` is 0 as that of its entries. */
export const installationChain = pgTable('installation_chain', {
  competition_id: integer().primaryKey(),
  ...chainColumns(),
});
