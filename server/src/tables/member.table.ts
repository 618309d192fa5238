import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { byUser } from './account.tables.ts';
import { moment } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** The roles of accounts in competitions (A1). */
export const members = pgTable(
  'members',
  {
    competition_id: ofCompetition(),
    user_id: byUser(),
    role: text({ enum: ['admin', 'editor', 'referee', 'viewer'] }).notNull(),
    since: moment().notNull().default(sql`now()`),
  },
  (member) => [
    primaryKey({ columns: [member.competition_id, member.user_id] }),
    index('members_user').on(member.user_id),
    check('members_role', sql`${member.role} in ('admin', 'editor', 'referee', 'viewer')`),
  ],
);
