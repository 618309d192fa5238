import { sql } from 'drizzle-orm';
import { createVerifiedUser } from '../../access/account.store.ts';
import { isCommonPassword } from '../../access/common.passwords.ts';
import { generatePassword, hashPassword } from '../../access/password.ts';
import type { Database } from '../../database/client.ts';
import { users } from '../../tables/account.tables.ts';

/** Validity of the generated password until its first use, in ms. */
const inventedMs = 24 * 3_600_000;

export interface FirstAccount {
  email: string;
  invented?: string;
  isCommon?: boolean;
}

/**
 * Creates the super administrator in a database without accounts. Without a given password, generates one and returns
 * it, to be printed once; unused, it expires after a day and the next start generates another. Returns undefined when
 * somebody can sign in already. Also returns whether a given password is a common one (V8).
 */
export async function createFirstAccount(
  db: Database,
  email: string,
  password: string | undefined,
  now: Date,
): Promise<FirstAccount | undefined> {
  return db.transaction(async (tx) => {
    // Serialises servers that start at the same time.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    const [only, another] = await tx.select().from(users).limit(2);
    if (another || (only && !isUnused(only, now))) return undefined;
    if (!only) {
      const name = { first_name: 'Super', last_name: 'Admin', password_hash: '' };
      await createVerifiedUser({ tx, now }, { email, ...name }, ['super_admin']);
    }
    const invented = password === undefined ? generatePassword() : undefined;
    const hashed = await hashPassword(password ?? invented ?? '');
    const mailed_password_until = new Date(now.getTime() + inventedMs).toISOString();
    // Like a mailed password, it becomes the account's own on first use.
    await tx
      .update(users)
      .set(invented ? { mailed_password_hash: hashed, mailed_password_until } : { password_hash: hashed });
    const isCommon = password !== undefined && (await isCommonPassword(password));
    return { email: only?.email ?? email, ...(isCommon && { isCommon }), ...(invented && { invented }) };
  });
}

/** Whether the account's only password is a generated one that has expired. */
const isUnused = ({ password_hash, mailed_password_until }: typeof users.$inferSelect, now: Date): boolean =>
  password_hash === '' && mailed_password_until !== null && mailed_password_until <= now.toISOString();
