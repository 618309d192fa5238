import { and, eq, isNotNull } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { Refusal } from '../refusals/refusal.ts';
import { globalPermissions, users } from '../tables/account.tables.ts';
import type { User } from './account.store.ts';

/** Lists the super administrators; unverified ones do not count, because they have no permissions yet. */
export async function listSuperAdmins(tx: Transaction): Promise<User[]> {
  const holders = await tx
    .select({ user: users })
    .from(globalPermissions)
    .innerJoin(users, eq(users.id, globalPermissions.user_id))
    .where(and(eq(globalPermissions.permission, 'super_admin'), isNotNull(users.email_verified_at)));
  return holders.map(({ user }) => user);
}

/** Rejects removing the only super administrator. Throws `last_super_admin`. */
export async function refuseLastSuperAdmin(tx: Transaction, userId: number): Promise<void> {
  const holders = await listSuperAdmins(tx);
  if (holders.every(({ id }) => id === userId) && holders.length > 0) throw new Refusal('last_super_admin');
}
