import { roleMay } from '@dossard/contract/access/permissions.ts';
import type { Member } from '@dossard/contract/members/member.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';
import { members } from '../../tables/member.table.ts';

/** The columns of a member. */
export const memberColumns = {
  ...pick(users, 'id', 'first_name', 'last_name', 'email'),
  role: members.role,
  verified: sql<boolean>`${users.account_status} = 'active'`,
};

/** Lists the users with a role in a competition, by name. */
export function listMembersOf(db: Database, competitionId: number): Promise<Member[]> {
  return db
    .select(memberColumns)
    .from(members)
    .innerJoin(users, eq(users.id, members.user_id))
    .where(eq(members.competition_id, competitionId))
    .orderBy(asc(sql`lower(${users.last_name})`), asc(sql`lower(${users.first_name})`), asc(users.id));
}

/** Whether a competition has an admin besides one; unverified accounts do not count, because they may only referee. */
export const hasOtherAdmin = async (db: Database, competitionId: number, userId: number): Promise<boolean> =>
  (await listMembersOf(db, competitionId)).some(
    ({ id, role, verified }) => id !== userId && verified && roleMay(role, 'manage_members'),
  );
