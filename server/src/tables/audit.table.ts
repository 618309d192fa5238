import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { chainColumns, moment } from './columns.ts';

/**
 * The log of changes: author, time, old and new values. Written in the same transaction as the change itself, so that
 * no write of an organiser or referee is lost. `competition_id` is 0 for changes of accounts.
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
    /** Identifies the subject: a zone id, a dossard, `dossard/run_number`. */
    subject_key: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    /** The reason, where one is required. */
    reason: text(),
    /** Number of its link in the chain, from 1 (H1). */
    link: bigint({ mode: 'number' }),
    /** SHA-256 of the entry and of the previous hash, in hex. */
    hash: text(),
    /** A salt for each group of personal fields in the entry, or the remaining digest of erased ones (H2). */
    seals: jsonb().$type<Seal[]>(),
    /** Whether it was received from the other installation, so that it is not sent back; null for no. */
    relayed: boolean(),
  },
  (entry) => [
    primaryKey({ columns: [entry.competition_id, entry.id] }),
    unique('audit_log_link').on(entry.competition_id, entry.link),
  ],
);

export type AuditRow = typeof auditLog.$inferSelect;

/** Protects personal fields: a salt for their hash, or only the digest once they are erased. */
export type Seal = { salt: string } | { digest: string };

/** The head of the chain of accounts and the system: one row, with `competition_id` 0 like its entries. */
export const installationChain = pgTable('installation_chain', {
  competition_id: integer().primaryKey(),
  ...chainColumns(),
});
