import type { OwnFactors } from '@dossard/contract/accounts/factor.schema.ts';
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/client.ts';
import { users } from '../tables/account.tables.ts';
import { codeFactors, passkeys, recoveryCodes } from '../tables/factor.tables.ts';

/** The second factors of an account; recovery codes count only together with another factor. */
export type Factors = Omit<OwnFactors, 'required'>;

/** Reads the second factors of an account. */
export async function getFactors(db: Database | Transaction, userId: number): Promise<Factors> {
  const [codes] = await db
    .select({ since: codeFactors.confirmed_at })
    .from(codeFactors)
    .where(and(eq(codeFactors.user_id, userId), isNotNull(codeFactors.secret)));
  const { id, name, created_at, used_at } = passkeys;
  const held = await db
    .select({ id, name, created_at, used_at })
    .from(passkeys)
    .where(eq(passkeys.user_id, userId))
    .orderBy(asc(created_at), asc(id));
  const [left] = await db.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  return { codes_since: codes?.since ?? null, passkeys: held, recovery_codes: left?.count ?? 0 };
}

/** Whether a sign-in must show a second factor. */
export const isProtected = ({ codes_since, passkeys }: Factors): boolean => codes_since !== null || passkeys.length > 0;

/** SQL expression: whether the account of the row in `users` has a second factor. */
export const hasFactor = sql<boolean>`(
  exists (select from ${codeFactors} where ${codeFactors.user_id} = ${users.id} and ${codeFactors.secret} is not null)
  or exists (select from ${passkeys} where ${passkeys.user_id} = ${users.id}))`;

/** Deletes all second factors of an account. */
export async function deleteFactors(tx: Transaction, userId: number): Promise<void> {
  for (const table of [codeFactors, passkeys, recoveryCodes]) await tx.delete(table).where(eq(table.user_id, userId));
}
