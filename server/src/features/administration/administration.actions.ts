import type { AccountData } from '@dossard/contract/accounts/security.schema.ts';
import type { PermissionChange } from '@dossard/contract/administration/administration.schema.ts';
import { and, eq, sql } from 'drizzle-orm';
import { type Caller, findUserByEmail, lockUserByEmail, type User } from '../../access/account.store.ts';
import { isCommonPassword } from '../../access/common.passwords.ts';
import { refuseLastSuperAdmin } from '../../access/super.admins.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { permissionChangedMail } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { globalPermissions } from '../../tables/account.tables.ts';
import { getAccountData } from '../accounts/account.data.ts';
import { setPassword } from '../accounts/password.actions.ts';
import { setVerified } from '../accounts/registration.actions.ts';

/**
 * Sets an account's password and ends its sessions. Without a mail server it also verifies the address: no mail could,
 * and the administrator gives the password to the person. Throws `user_not_found`, and `forbidden` for an account with a
 * global permission unless the caller is a super administrator.
 */
export async function updatePassword(
  write: Write,
  email: string,
  password_hash: string,
  { caller, sendsMail }: { caller: Caller; sendsMail: boolean },
): Promise<void> {
  const user = await lockManageable(write, email, caller);
  await setPassword(write, user, password_hash);
  if (!sendsMail && user.email_verified_at === null) await setVerified(write, user);
}

/** Rejects a common password (V8) in the field `path`. Throws `invalid_request`. */
export async function refuseCommonPassword(password: string, path = 'new_password'): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw new Refusal('invalid_request', { problems: [{ path, code: 'common_password' }] });
}

/** Reads all data stored about an account. Throws like `updatePassword`. */
export async function exportAccountOf(db: Database, email: string, caller: Caller, now: Date): Promise<AccountData> {
  const user = await manageable(db, await findUserByEmail(db, email), caller);
  await logSecurityAction(db, { actor_id: caller.id, now }, 'personal_data_exported', { subject_id: user.id });
  return getAccountData(db, user.id, now);
}

/** Locks an account that the caller may manage. Throws like `updatePassword`. */
export const lockManageable = async ({ tx }: Write, email: string, caller: Caller): Promise<User> =>
  manageable(tx, await lockUserByEmail(tx, email), caller);

/** Returns the account if the caller may manage it. Throws `user_not_found`, `forbidden`. */
async function manageable(db: Database, user: User | undefined, caller: Caller): Promise<User> {
  if (!user) throw new Refusal('user_not_found');
  const [grant] = await db.select().from(globalPermissions).where(eq(globalPermissions.user_id, user.id)).limit(1);
  if (grant && !caller.global_permissions.includes('super_admin')) throw new Refusal('forbidden');
  return user;
}

/** Grants or revokes a global permission. Throws `user_not_found`, `last_super_admin`. */
export async function changeGlobalPermission(write: Write, change: PermissionChange): Promise<void> {
  const { tx } = write;
  // Lock the account before the table, as deletions do; the other order could deadlock.
  const user = await lockUserByEmail(tx, change.user_email);
  // Serialises two super administrators who revoke each other at the same time.
  await tx.execute(sql`lock table ${globalPermissions} in share row exclusive mode`);
  if (!user) throw new Refusal('user_not_found');
  const { action, permission } = change;
  const grant = and(eq(globalPermissions.user_id, user.id), eq(globalPermissions.permission, permission));
  if (action === 'revoke' && permission === 'super_admin') await refuseLastSuperAdmin(tx, user.id);
  const changed =
    action === 'grant'
      ? await tx.insert(globalPermissions).values({ user_id: user.id, permission }).onConflictDoNothing().returning()
      : await tx.delete(globalPermissions).where(grant).returning();
  if (changed.length === 0) return;
  const text = permissionChangedMail(user.language, permission, action === 'grant');
  if (user.email_verified_at !== null) await queueMail(tx, user.email, text, write.now);
  const facts = { email: user.email, permission };
  const about = { subject: 'permission', key: user.id } as const;
  if (action === 'grant') await recordChange(write, { ...about, action: 'create', after: facts });
  else await recordChange(write, { ...about, action: 'delete', before: facts });
}
