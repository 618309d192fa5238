import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { lockUser } from '../../access/account.store.ts';
import { hashPassword, isPassword } from '../../access/password.ts';
import type { Write } from '../../audit/write.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { recoveryCodes } from '../../tables/factor.tables.ts';
import { recordFactor } from './factor.log.ts';

/* Recovery codes, for who has lost their authenticator: shown once, kept as hashes, each good once (S18). */

/** How many recovery codes an account gets. */
const recoveryCount = 10;
const recoverySigns = 12;
/** Without signs that are mistaken for each other when copied by hand. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A recovery code that was made, in the form that people copy, `3-k7mq-w2xd-hv4p`, and its hash. */
export interface PreparedCode {
  number: number;
  code: string;
  code_hash: string;
}

/** Invents recovery codes and hashes them, outside of any transaction. The number in front says which hash to compare. */
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

/** Uses up a recovery code; returns false for a wrong one. */
export async function redeemRecoveryCode(db: Database, userId: number, code: string, now: Date): Promise<boolean> {
  const isRow = and(eq(recoveryCodes.user_id, userId), eq(recoveryCodes.number, Number(code.slice(0, 1)) || 0));
  const [row] = await db.select().from(recoveryCodes).where(isRow);
  if (!(await isPassword(code, row?.code_hash)) || !row) return false;
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const used = await tx
      .delete(recoveryCodes)
      .where(and(isRow, eq(recoveryCodes.code_hash, row.code_hash)))
      .returning();
    if (used.length === 0) return false;
    const write: Write = { tx, competition_id: 0, actor_id: userId, now };
    await recordFactor(write, user, 'recovery_code_used');
    return true;
  });
}
