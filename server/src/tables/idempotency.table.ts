import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { hasValues } from './has.values.ts';

/**
 * Answers of writes with an `Idempotency-Key`, kept for a day. The key itself is not stored: only its hash, and a hash
 * of the content that cannot be guessed without the key.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** 0 for a caller without a session. */
    caller_id: integer().notNull(),
    endpoint: text().notNull(),
    key_hash: text().notNull(),
    content_hash: text().notNull(),
    status: smallint().notNull(),
    /** The answer as JSON text; null if it had none. */
    answer: text(),
    created_at: moment().notNull().default(sql`now()`),
  },
  (key) => [
    primaryKey({ columns: [key.caller_id, key.endpoint, key.key_hash] }),
    index('idempotency_keys_age').on(key.created_at),
  ],
);

/** Matches the key of a write. */
export const isKey = ({
  caller_id,
  endpoint,
  key_hash,
}: Pick<typeof idempotencyKeys.$inferSelect, 'caller_id' | 'endpoint' | 'key_hash'>) =>
  hasValues(idempotencyKeys, { caller_id, endpoint, key_hash });
