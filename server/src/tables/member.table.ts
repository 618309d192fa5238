import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './account.tables.ts';
import { moment } from './columns.ts';
import { competitions } from './competition.table.ts';

/** The roles of accounts in competitions (A1). */
export const members = pgTable(
  'members',
  {
    competition_id: integer()
      .notNull()
      .references(() => competitions.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    role: text({ enum: ['admin', 'editor', 'referee', 'viewer'] }).notNull(),
    since: moment().notNull().default(sql`now()`),
  },
  (member) => [
    primaryKey({ columns: [member.competition_id, member.user_id] }),
    index('members_user').on(member.user_id),
    check('members_role', sql`${member.role} in ('admin', 'editor', 'referee', 'viewer')`),
  ],
);
