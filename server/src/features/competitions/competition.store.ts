import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { competitions, isBroken } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';

/** Adds to a competition whether its settings could not be read. */
export const markBroken = (competition: CompetitionAccess): CompetitionAccess & { broken?: boolean } =>
  isBroken(competition) ? { ...competition, broken: true } : competition;

export const newestFirst = [desc(competitions.date), desc(competitions.id)];

/** Whether visitors may see a competition. */
export const isListed = and(competitions.is_public, isNull(competitions.deleted_at));

/** Lists the caller's competitions, or all of them for a super administrator; newest date first. */
export function listCompetitionsOf(db: Database, caller: Caller): Promise<CompetitionAccess[]> {
  return listAccessible(db, caller, isNull(competitions.deleted_at));
}

/** Lists the deleted competitions that the caller may restore. */
export async function listDeletedOf(db: Database, caller: Caller, now: Date): Promise<CompetitionAccess[]> {
  const found = await listAccessible(db, caller, gt(competitions.deleted_at, restorableSince(now)));
  return found.filter(({ role }) => mayInCompetition(caller, role, 'manage_competition'));
}

async function listAccessible(db: Database, caller: Caller, which: SQL | undefined): Promise<CompetitionAccess[]> {
  const all = caller.global_permissions.includes('super_admin');
  const found = await db
    .select({ competition: competitions, role: members.role })
    .from(competitions)
    .leftJoin(members, and(eq(members.competition_id, competitions.id), eq(members.user_id, caller.id)))
    .where(and(which, all ? undefined : eq(members.user_id, caller.id)))
    .orderBy(...newestFirst);
  return found.map(({ competition, role }) => markBroken({ ...competition, role }));
}

/** How long a deleted competition can be restored, in milliseconds. */
const restorableMs = 30 * 86_400_000;

/** Returns since when deleted competitions can be restored; those deleted before are erased. */
export const restorableSince = (now: Date) => new Date(now.getTime() - restorableMs).toISOString();
