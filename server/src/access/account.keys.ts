import { getTableName, sql } from 'drizzle-orm';
import type { AnyPgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../database/client.ts';
import { emailVerifications, sessions, users } from '../tables/account.tables.ts';
import { codeFactors, passkeys, recoveryCodes } from '../tables/factor.tables.ts';
import { idempotencyKeys } from '../tables/idempotency.table.ts';
import { hashToken } from './token.ts';

/*
 * Everything that opens an account. Somebody else may have created an unverified account and given themselves a passkey
 * or a session, so all of it is deleted whenever the owner is decided anew (S23).
 */

/** The tables whose rows open an account, with the column that names it. */
export const keyTables: readonly (readonly [AnyPgTable, string])[] = [
  [sessions, 'user_id'],
  [passkeys, 'user_id'],
  [codeFactors, 'user_id'],
  [recoveryCodes, 'user_id'],
  [emailVerifications, 'user_id'],
  // Stored answers of repeated calls are replayed to the account that made them.
  [idempotencyKeys, 'caller_id'],
];

/** What survives: the session that proved the address, and the links of the registration that was chosen. */
interface Kept {
  token?: string | undefined;
  registration?: string | null;
}

/** Deletes everything that opens an account, also a mailed password, except what has just proved its owner. */
export async function revokeKeys(tx: Transaction, userId: number, kept: Kept = {}): Promise<void> {
  for (const [table, column] of keyTables) {
    const isKept =
      (table === sessions && kept.token !== undefined && sql`token_hash = ${hashToken(kept.token)}`) ||
      (table === emailVerifications && kept.registration !== undefined
        ? sql`password_hash is not distinct from ${kept.registration}`
        : sql`false`);
    await tx.execute(sql`
      delete from ${sql.identifier(getTableName(table))} where ${sql.identifier(column)} = ${userId} and not (${isKept})`);
  }
  await tx.execute(sql`
    update ${users} set mailed_password_hash = null, mailed_password_until = null where id = ${userId}`);
}
