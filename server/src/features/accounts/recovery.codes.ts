import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { lockUser } from '../../access/account.store.ts';
import { hashPassword, isPassword } from '../../access/password.ts';
import { writeTo } from '../../audit/write.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { recoveryCodes } from '../../tables/factor.tables.ts';
import { recordFactor } from './factor.log.ts';

/* Recovery codes, for a lost authenticator: shown once, stored as hashes, each good once (S18). */

/** Number of recovery codes per account. */
const recoveryCount = 10;
const recoverySigns = 12;
/** Without characters that are easily confused when copied by hand. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A generated recovery code, as users copy it (`3-k7mq-w2xd-hv4p`), and its hash. */
export type PreparedCode = Omit<typeof recoveryCodes.$inferSelect, 'user_id'> & { code: string };

/** Generates and hashes recovery codes, outside of any transaction. Each code's prefix selects the hash to compare. */
export async function prepareRecoveryCodes(): Promise<PreparedCode[]> {
  const prepared: PreparedCode[] = [];
  for (let number = 0; number < recoveryCount; number += 1) {
    const signs = Array.from({ length: recoverySigns }, () => alphabet[randomInt(alphabet.length)]).join('');
    const code = `${number}-${signs.match(/.{4}/g)?.join('-')}`;
    prepared.push({ number, code, code_hash: await hashPassword(`${number}${signs}`) });
  }
  return prepared;
}

/** Replaces the recovery codes of an account. */
export async function storeRecoveryCodes(tx: Transaction, userId: number, prepared: PreparedCode[]): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));
  await tx
    .insert(recoveryCodes)
    .values(prepared.map(({ number, code_hash }) => ({ user_id: userId, number, code_hash })));
  return prepared.map(({ code }) => code);
}

/** Redeems a recovery code; returns false for a wrong one. */
export async function redeemRecoveryCode(db: Database, userId: number, code: string, now: Date): Promise<boolean> {
  const isRow = and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.number, Number(code.slice(0, 1)) || 0));
  const [row] = await db.select().from(recoveryCodes).where(isRow);
  if (!(await isPassword(code, row?.code_hash)) || !row) return false;
  return writeTo(db, { competition_id: 0, actor_id: userId, now }, async (write) => {
    const { tx } = write;
    const user = await lockUser(tx, userId);
    const used = await tx
      .delete(recoveryCodes)
      .where(and(isRow, eq(recoveryCodes.code_hash, row.code_hash)))
      .returning();
    if (used.length === 0) return false;
    await recordFactor(write, user, 'recovery_code_used');
    return true;
  });
}
