import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { User } from '../../access/account.store.ts';
import type { Database } from '../../database/client.ts';
import { emailVerifications } from '../../tables/account.tables.ts';

/* Links that verify an address, each with the registration that it was mailed for (decision 014). */

/** The registration that takes effect when the link of a later registration is opened. */
export type LinkedRegistration = Pick<User, 'password_hash' | 'first_name' | 'last_name' | 'language'>;

/** Returns the registration of a link; undefined for a link that verifies the account as it is. */
export function registrationOf(link: typeof emailVerifications.$inferSelect): LinkedRegistration | undefined {
  const { password_hash, first_name, last_name, language } = link;
  if (password_hash === null || first_name === null || last_name === null || language === null) return undefined;
  return { password_hash, first_name, last_name, language };
}

/** Finds the registration of an account's latest valid link; undefined as for `registrationOf`. */
export async function findLatestRegistration(
  db: Database,
  userId: number,
  now: Date,
): Promise<LinkedRegistration | undefined> {
  const [latest] = await db
    .select()
    .from(emailVerifications)
    .where(and(eq(emailVerifications.user_id, userId), gt(emailVerifications.expires_at, now.toISOString())))
    // Of two with the same time, the first registration is the one without columns of its own.
    .orderBy(desc(emailVerifications.expires_at), sql`${emailVerifications.password_hash} is null`)
    .limit(1);
  return latest && registrationOf(latest);
}
