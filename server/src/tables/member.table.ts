import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { byUser } from './account.tables.ts';
import { isKnown, moment, oneOf } from './columns.ts';
import { ofCompetition } from './competition.table.ts';

/** The roles of accounts in competitions (A1). */
export const members = pgTable(
  'members',
  {
    competition_id: ofCompetition(),
    user_id: byUser(),
    role: oneOf('admin', 'editor', 'referee', 'viewer').notNull(),
    since: moment().notNull().default(sql`now()`),
  },
  (member) => [
    primaryKey({ columns: [member.competition_id, member.user_id] }),
    index('members_user').on(member.user_id),
    isKnown('members_role', member.role),
  ],
);
