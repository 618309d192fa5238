import { count, sql } from 'drizzle-orm';
import { createVerifiedUser } from '../../access/account.store.ts';
import { hashPassword, inventPassword } from '../../access/password.ts';
import type { Database } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';

/**
 * In a database without any account, creates the super administrator; an absent password is invented and returned,
 * to be printed this once. Returns undefined when there is an account already.
 */
export async function createFirstAccount(
  db: Database,
  email: string,
  password: string | undefined,
  now: Date,
): Promise<{ email: string; invented?: string } | undefined> {
  return db.transaction(async (tx) => {
    // Servers that start together take turns.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    const [existing] = await tx.select({ accounts: count() }).from(users);
    if (existing && existing.accounts > 0) return undefined;
    const invented = password === undefined ? inventPassword() : undefined;
    const password_hash = await hashPassword(password ?? invented ?? '');
    const name = { first_name: 'Super', last_name: 'Admin' };
    await createVerifiedUser({ tx, now }, { email, ...name, password_hash }, ['super_admin']);
    return { email, ...(invented && { invented }) };
  });
}
