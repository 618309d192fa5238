import type { GlobalPermission } from '@dossard/contract/members/permissions.ts';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { globalPermissions, users } from './account.tables.ts';

/** Finds an account by its address, compared without case. */
export async function findUserByEmail(db: Database, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

export async function listGlobalPermissions(db: Database, userId: number): Promise<GlobalPermission[]> {
  const grants = await db
    .select({ permission: globalPermissions.permission })
    .from(globalPermissions)
    .where(eq(globalPermissions.user_id, userId))
    .orderBy(globalPermissions.permission);
  return grants.map((grant) => grant.permission);
}

/** Creates an account whose address is already verified, with its global permissions. */
export async function createVerifiedUser(
  db: Database,
  user: { email: string; first_name: string; last_name: string; password_hash: string },
  permissions: GlobalPermission[],
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(users)
      .values({ ...user, account_status: 'active', email_verified_at: now.toISOString() })
      .returning({ id: users.id });
    if (!created) throw new Error('The database returned no new account.');
    const grants = permissions.map((permission) => ({ user_id: created.id, permission }));
    if (grants.length > 0) await tx.insert(globalPermissions).values(grants);
    return created.id;
  });
}
