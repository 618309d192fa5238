import { sql } from 'drizzle-orm';
import { createVerifiedUser } from '../../access/account.store.ts';
import { isCommonPassword } from '../../access/common.passwords.ts';
import { hashPassword, inventPassword } from '../../access/password.ts';
import type { Database } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';

/** How long an invented password waits for its first use, in milliseconds. */
const inventedMs = 24 * 3_600_000;

export interface FirstAccount {
  email: string;
  invented?: string;
  isCommon?: boolean;
}

/**
 * In a database without any account, creates the super administrator; an absent password is invented and returned,
 * to be printed this once. It ends after a day without use; the next start then gives another one. Returns undefined when
 * somebody could sign in already. Says of a given password whether it is a common one (V8).
 */
export async function createFirstAccount(
  db: Database,
  email: string,
  password: string | undefined,
  now: Date,
): Promise<FirstAccount | undefined> {
  return db.transaction(async (tx) => {
    // Servers that start together take turns.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    const [only, another] = await tx.select().from(users).limit(2);
    if (another || (only && !isUnused(only, now))) return undefined;
    if (!only) {
      const name = { first_name: 'Super', last_name: 'Admin', password_hash: '' };
      await createVerifiedUser({ tx, now }, { email, ...name }, ['super_admin']);
    }
    const invented = password === undefined ? inventPassword() : undefined;
    const hashed = await hashPassword(password ?? invented ?? '');
    const mailed_password_until = new Date(now.getTime() + inventedMs).toISOString();
    // As a mailed one it becomes the account's own with its first use.
    await tx
      .update(users)
      .set(invented ? { mailed_password_hash: hashed, mailed_password_until } : { password_hash: hashed });
    const isCommon = password !== undefined && (await isCommonPassword(password));
    return { email: only?.email ?? email, ...(isCommon && { isCommon }), ...(invented && { invented }) };
  });
}

/** Whether an account never had a password but an invented one that has ended. */
const isUnused = ({ password_hash, mailed_password_until }: typeof users.$inferSelect, now: Date): boolean =>
  password_hash === '' && mailed_password_until !== null && mailed_password_until <= now.toISOString();
