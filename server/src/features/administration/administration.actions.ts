import type { PermissionChange } from '@dossard/contract/administration/administration.schema.ts';
import { and, eq, sql } from 'drizzle-orm';
import { type Caller, lockUserByEmail } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { globalPermissions, users } from '../../tables/account.tables.ts';
import { setPassword } from '../accounts/password.actions.ts';

/**
 * Sets an account's password and ends its sessions. Throws `user_not_found`, and `forbidden` for an account with a
 * global permission when the caller is no super administrator.
 */
export async function updatePassword(
  write: Write,
  email: string,
  password_hash: string,
  caller: Caller,
): Promise<void> {
  const { tx } = write;
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new Refusal('user_not_found');
  const [grant] = await tx.select().from(globalPermissions).where(eq(globalPermissions.user_id, user.id)).limit(1);
  if (grant && !caller.global_permissions.includes('super_admin')) throw new Refusal('forbidden');
  await setPassword(write, user, password_hash);
}

/** Grants or revokes a global permission. Throws `user_not_found`, `last_super_admin`. */
export async function changeGlobalPermission(write: Write, change: PermissionChange): Promise<void> {
  const { tx } = write;
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
  const facts = { email: user.email, permission };
  const about = { subject: 'permission', key: user.id } as const;
  if (action === 'grant') await recordChange(write, { ...about, action: 'create', after: facts });
  else await recordChange(write, { ...about, action: 'delete', before: facts });
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
