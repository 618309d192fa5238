import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Set-up links that make the first account, one for each start; only a SHA-256 of the token is stored. */
export const setupLinks = pgTable('setup_links', {
  token_hash: text().primaryKey(),
  expires_at: moment().notNull(),
});
