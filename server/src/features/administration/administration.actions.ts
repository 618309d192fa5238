import type { PermissionChange } from '@dossard/contract/administration/administration.schema.ts';
import { and, eq, sql } from 'drizzle-orm';
import { type Caller, lockUserByEmail } from '../../access/account.store.ts';
import { recordChanges } from '../../audit/audit.log.ts';
import type { Transaction } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';
import { setPassword } from '../accounts/password.actions.ts';

/**
 * Sets an account's password and ends its sessions. Throws `user_not_found`, and `forbidden` for an account with a
 * global permission when the caller is no super administrator (api: "Who may").
 */
export async function overwritePassword(
  tx: Transaction,
  email: string,
  password_hash: string,
  caller: Caller,
): Promise<void> {
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new Refusal('user_not_found');
  const [grant] = await tx.select().from(globalPermissions).where(eq(globalPermissions.user_id, user.id)).limit(1);
  if (grant && !caller.global_permissions.includes('super_admin')) throw new Refusal('forbidden');
  await setPassword(tx, user, password_hash, caller.id);
}

/** Grants or revokes a global permission. Throws `user_not_found`, `last_super_admin`. */
export async function changePermission(tx: Transaction, change: PermissionChange, caller: Caller): Promise<void> {
  // Two super administrators who revoke each other at once take turns.
  await tx.execute(sql`lock table ${globalPermissions} in share row exclusive mode`);
  const user = await lockUserByEmail(tx, change.user_email);
  if (!user) throw new Refusal('user_not_found');
  const { action, permission } = change;
  const grant = and(eq(globalPermissions.user_id, user.id), eq(globalPermissions.permission, permission));
  if (action === 'revoke' && permission === 'super_admin') await refuseLastSuperAdmin(tx, user.id);
  const changed =
    action === 'grant'
      ? await tx.insert(globalPermissions).values({ user_id: user.id, permission }).onConflictDoNothing().returning()
      : await tx.delete(globalPermissions).where(grant).returning();
  if (changed.length === 0) return;
  await recordChanges(tx, [
    {
      competition_id: 0,
      actor_id: caller.id,
      action: action === 'grant' ? 'create' : 'delete',
      subject: 'permission',
      subject_key: user.id,
      [action === 'grant' ? 'after' : 'before']: { email: user.email, permission },
    },
  ]);
}

/** A super administrator whose address is not verified may nothing yet, so another one has to stay. */
async function refuseLastSuperAdmin(tx: Transaction, userId: number): Promise<void> {
  const holders = await tx
    .select({ id: users.id })
    .from(globalPermissions)
    .innerJoin(users, eq(users.id, globalPermissions.user_id))
    .where(and(eq(globalPermissions.permission, 'super_admin'), sql`${users.email_verified_at} is not null`));
  if (holders.every(({ id }) => id === userId) && holders.length > 0) throw new Refusal('last_super_admin');
}
