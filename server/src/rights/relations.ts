import { rolesWith } from '@dossard/contract/access/permissions.ts';
import type { RelationState } from '@dossard/contract/relations/relation.schema.ts';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { globalPermissions, users } from '../tables/account.tables.ts';
import { members } from '../tables/member.table.ts';

/*
 * Relations of a competition with a series, another round or another installation. Each rests on the right of the
 * account that made it, which is checked whenever the relation is used (X1): nothing is switched when a role changes.
 */

/** A relation into a competition; `made_by` is null for one that was made before makers were stored. */
export interface Relation {
  competition_id: number;
  made_by: number | null;
}

/**
 * Returns the state of relations, in their order: `active` while their maker manages the competition, `suspended`
 * otherwise, `without_owner` without a known maker.
 */
export async function listRelationStates(db: Database, relations: readonly Relation[]): Promise<RelationState[]> {
  const makers = [...new Set(relations.flatMap(({ made_by }) => made_by ?? []))];
  if (makers.length === 0) return relations.map(() => 'without_owner');
  const ids = [...new Set(relations.map(({ competition_id }) => competition_id))];
  const isRole = inArray(members.role, rolesWith('manage_competition'));
  const admins = await db
    .select({ competition_id: members.competition_id, user_id: members.user_id })
    .from(members)
    .innerJoin(users, eq(users.id, members.user_id))
    // An invited account may only referee, whatever its role (A4).
    .where(
      and(
        inArray(members.competition_id, ids),
        inArray(members.user_id, makers),
        isRole,
        eq(users.account_status, 'active'),
      ),
    );
  const supers = await db
    .select({ user_id: globalPermissions.user_id })
    .from(globalPermissions)
    .innerJoin(users, eq(users.id, globalPermissions.user_id))
    .where(
      and(
        inArray(globalPermissions.user_id, makers),
        eq(globalPermissions.permission, 'super_admin'),
        isNotNull(users.email_verified_at),
      ),
    );
  return relations.map(({ competition_id, made_by }) => {
    if (made_by === null) return 'without_owner';
    const may =
      admins.some((one) => one.competition_id === competition_id && one.user_id === made_by) ||
      supers.some(({ user_id }) => user_id === made_by);
    return may ? 'active' : 'suspended';
  });
}

/** Returns the relations that are not suspended. */
export async function keepUsable<R extends Relation>(db: Database, relations: readonly R[]): Promise<R[]> {
  if (relations.length === 0) return [];
  const states = await listRelationStates(db, relations);
  return relations.filter((_, index) => states[index] !== 'suspended');
}

/** Whether a relation is not suspended. */
export const isUsable = async (db: Database, relation: Relation): Promise<boolean> =>
  (await keepUsable(db, [relation])).length > 0;
