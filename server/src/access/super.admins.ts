import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { Refusal } from '../refusals/refusal.ts';
import { globalPermissions, users } from '../tables/account.tables.ts';

/**
 * Rejects removing the only super administrator; unverified ones do not count, because they have no permissions yet.
 * Throws `last_super_admin`.
 */
export async function refuseLastSuperAdmin(tx: Transaction, userId: number): Promise<void> {
  const holders = await tx
    .select({ id: users.id })
    .from(globalPermissions)
    .innerJoin(users, eq(users.id, globalPermissions.user_id))
    .where(and(eq(globalPermissions.permission, 'super_admin'), sql`${users.email_verified_at} is not null`));
  if (holders.every(({ id }) => id === userId) && holders.length > 0) throw new Refusal('last_super_admin');
}
