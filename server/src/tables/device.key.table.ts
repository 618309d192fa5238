import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';

/** The key that signs device cookies, shared by all processes of an installation. */
export const deviceKeys = pgTable(
  'device_keys',
  {
    is_only: boolean().primaryKey().default(true),
    key: text().notNull(),
  },
  (key) => [check('device_keys_only', sql`${key.is_only}`)],
);
