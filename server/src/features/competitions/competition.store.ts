import type { Role } from '@dossard/contract/access/permissions.ts';
import type { CompetitionInput, CompetitionUpdate } from '@dossard/contract/competitions/competition.schema.ts';
import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import type { CompetitionAccess, CompetitionRow } from '../../access/competition.access.ts';
import { recordChanges } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';

const newestFirst = [desc(competitions.date), desc(competitions.id)];

/** Lists the competitions of which the caller is a member, all for a super administrator; newest date first. */
export function listCompetitionsOf(db: Database, caller: Caller): Promise<CompetitionAccess[]> {
  return listAccessible(db, caller, isNull(competitions.deleted_at));
}

/** Lists the deleted competitions that the caller may restore. */
export async function listDeletedOf(db: Database, caller: Caller, now: Date): Promise<CompetitionAccess[]> {
  const found = await listAccessible(db, caller, gt(competitions.deleted_at, restorableSince(now)));
  const all = caller.global_permissions.includes('super_admin');
  return found.filter(({ role }) => all || (role === 'admin' && caller.account_status === 'active'));
}

async function listAccessible(db: Database, caller: Caller, which: SQL | undefined): Promise<CompetitionAccess[]> {
  const all = caller.global_permissions.includes('super_admin');
  const found = await db
    .select({ competition: competitions, role: members.role })
    .from(competitions)
    .leftJoin(members, and(eq(members.competition_id, competitions.id), eq(members.user_id, caller.id)))
    .where(and(which, all ? undefined : eq(members.user_id, caller.id)))
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
  tx: Transaction,
  input: CompetitionInput,
  caller: Caller,
): Promise<CompetitionAccess> {
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
}

/**
 * Changes settings; the version rises with them, because rules, names and visibility all show in rankings. Throws
 * `edit_conflict`.
 */
export async function changeCompetition(
  tx: Transaction,
  competition: CompetitionAccess,
  { seen, ...update }: Partial<CompetitionUpdate> & { is_public?: boolean },
  caller: Caller,
): Promise<CompetitionAccess> {
  const [before] = await tx.select().from(competitions).where(eq(competitions.id, competition.id)).for('update');
  if (before) refuseIfChanged({ seen, sent: update, current: before });
  const [after] = await tx.update(competitions).set(update).where(eq(competitions.id, competition.id)).returning();
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
  await raiseVersion(tx, competition.id);
  return { ...after, role: competition.role };
}

/** How long a deleted competition can be restored, in milliseconds (api: DELETE /competition/{id}). */
const restorableMs = 30 * 86_400_000;

/** Competitions deleted since then can be restored; those deleted before are erased. */
export const restorableSince = (now: Date) => new Date(now.getTime() - restorableMs).toISOString();

/** Hides a competition from everybody but those who may restore it. */
export async function removeCompetition(
  tx: Transaction,
  competition: CompetitionAccess,
  caller: Caller,
  now: Date,
): Promise<void> {
  await setDeleted(tx, competition, caller, 'delete', now.toISOString());
}

/** Brings a deleted competition back. Throws `competition_not_found` when it is too late. */
export async function restoreCompetition(
  tx: Transaction,
  competition: CompetitionAccess,
  caller: Caller,
  now: Date,
): Promise<CompetitionAccess> {
  if (competition.deleted_at === null) return competition;
  if (competition.deleted_at <= restorableSince(now)) throw new Refusal('competition_not_found');
  return { ...(await setDeleted(tx, competition, caller, 'restore', null)), role: competition.role };
}

async function setDeleted(
  tx: Transaction,
  { id }: CompetitionAccess,
  caller: Caller,
  action: 'delete' | 'restore',
  deleted_at: string | null,
): Promise<CompetitionRow> {
  const [before] = await tx.select().from(competitions).where(eq(competitions.id, id)).for('update');
  const [after] = await tx.update(competitions).set({ deleted_at }).where(eq(competitions.id, id)).returning();
  if (!after) throw new Error(`There is no competition ${id} to ${action}.`);
  await recordChanges(tx, [
    { competition_id: id, actor_id: caller.id, action, subject: 'competition', subject_key: id, before, after },
  ]);
  await raiseVersion(tx, id);
  return after;
}
