import { type CompetitionPermission, rolesWith } from '@dossard/contract/access/permissions.ts';
import { and, type Column, eq, exists, inArray, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { globalPermissions } from '../tables/account.tables.ts';
import { hasValues } from '../tables/has.values.ts';
import { members } from '../tables/member.table.ts';

/**
 * Matches rows of a competition whose creator, the account in `maker`, still has a permission there; their links are
 * invalid otherwise.
 */
export const isStillAllowed = (
  db: Database | Transaction,
  competitionId: number | Column,
  maker: Column,
  permission: CompetitionPermission,
) =>
  or(
    exists(
      db
        .select({ one: sql`1` })
        .from(members)
        .where(
          and(
            hasValues(members, { competition_id: competitionId, user_id: maker }),
            inArray(members.role, rolesWith(permission)),
          ),
        ),
    ),
    exists(
      db
        .select({ one: sql`1` })
        .from(globalPermissions)
        .where(and(eq(globalPermissions.user_id, maker), eq(globalPermissions.permission, 'super_admin'))),
    ),
  );
