import type { Role } from '@dossard/contract/access/permissions.ts';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { joinReads } from '../database/joined.reads.ts';
import { prepareOnce } from '../database/prepared.ts';
import { competitions } from '../tables/competition.table.ts';
import { members } from '../tables/member.table.ts';

export type CompetitionRow = typeof competitions.$inferSelect;
/** A competition with the caller's role in it. */
export type CompetitionAccess = CompetitionRow & { role: Role | null };

const competitionWithRole = prepareOnce((db) =>
  db
    .select({ competition: competitions, role: members.role })
    .from(competitions)
    .leftJoin(
      members,
      and(eq(members.competition_id, competitions.id), eq(members.user_id, sql.placeholder('user_id'))),
    )
    .where(
      and(
        eq(competitions.id, sql.placeholder('id')),
        or(isNull(competitions.deleted_at), sql`${sql.placeholder('even_deleted')}::boolean`),
      ),
    )
    .prepare('competition_with_role'),
);

const ofVisitors = new WeakMap<Database, (id: number) => Promise<CompetitionAccess | undefined>>();

/** Creates the function that finds competitions for visitors; concurrent requests for one competition share a read. */
export function visitorAccess(db: Database): (id: number) => Promise<CompetitionAccess | undefined> {
  const find = ofVisitors.get(db) ?? joinReads((id: number) => findAccess(db, id, undefined));
  ofVisitors.set(db, find);
  return find;
}

/** Finds a competition, with the caller's role in it; a deleted one only on request. */
export async function findAccess(
  db: Database,
  competitionId: number,
  userId: number | undefined,
  evenDeleted = false,
): Promise<CompetitionAccess | undefined> {
  const [found] = await competitionWithRole(db).execute({
    id: competitionId,
    user_id: userId ?? 0,
    even_deleted: evenDeleted,
  });
  return found && { ...found.competition, role: found.role };
}
