import type { CompetitionInput, CompetitionUpdate } from '@dossard/contract/competitions/competition.schema.ts';
import type { Role } from '@dossard/contract/members/permissions.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import type { Caller } from '../accounts/session.store.ts';
import { recordChanges } from '../history/audit.store.ts';
import { members } from '../members/member.table.ts';
import type { CompetitionAccess } from './competition.access.ts';
import { competitions } from './competition.table.ts';

const newestFirst = [desc(competitions.date), desc(competitions.id)];

/** Lists the competitions of which the caller is a member, all for a super administrator; newest date first. */
export async function listCompetitionsOf(db: Database, caller: Caller): Promise<CompetitionAccess[]> {
  const all = caller.global_permissions.includes('super_admin');
  const found = await db
    .select({ competition: competitions, role: members.role })
    .from(competitions)
    .leftJoin(members, and(eq(members.competition_id, competitions.id), eq(members.user_id, caller.id)))
    .where(and(isNull(competitions.deleted_at), all ? undefined : eq(members.user_id, caller.id)))
    .orderBy(...newestFirst);
  return found.map(({ competition, role }) => ({ ...competition, role }));
}

/** Lists the public competitions as visitors see them; newest date first. */
export async function listPublic(db: Database): Promise<CompetitionAccess[]> {
  const found = await db
    .select()
    .from(competitions)
    .where(and(competitions.is_public, isNull(competitions.deleted_at)))
    .orderBy(...newestFirst);
  return found.map((competition) => ({ ...competition, role: null }));
}

/** Creates a competition whose admin is the caller. */
export async function addCompetition(
  db: Database,
  input: CompetitionInput,
  caller: Caller,
): Promise<CompetitionAccess> {
  return db.transaction(async (tx) => {
    const [created] = await tx.insert(competitions).values(input).returning();
    if (!created) throw new Error('The database returned no new competition.');
    const role: Role = 'admin';
    await tx.insert(members).values({ competition_id: created.id, user_id: caller.id, role });
    await recordChanges(tx, [
      {
        competition_id: created.id,
        actor_id: caller.id,
        action: 'create',
        subject: 'competition',
        subject_key: created.id,
        after: created,
      },
    ]);
    return { ...created, role };
  });
}

/** Changes settings; the version rises with them, because rules, names and visibility all show in rankings. */
export async function changeCompetition(
  db: Database,
  competition: CompetitionAccess,
  update: Partial<CompetitionUpdate> & { is_public?: boolean },
  caller: Caller,
): Promise<CompetitionAccess> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(competitions).where(eq(competitions.id, competition.id)).for('update');
    const [after] = await tx
      .update(competitions)
      .set({ ...update, version: sql`${competitions.version} + 1` })
      .where(eq(competitions.id, competition.id))
      .returning();
    if (!after) throw new Error(`There is no competition ${competition.id} to change.`);
    await recordChanges(tx, [
      {
        competition_id: competition.id,
        actor_id: caller.id,
        action: 'update',
        subject: 'competition',
        subject_key: competition.id,
        before,
        after,
      },
    ]);
    return { ...after, role: competition.role };
  });
}
