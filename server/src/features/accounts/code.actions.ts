import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { User } from '../../access/account.store.ts';
import { getFactors, isProtected } from '../../access/factor.store.ts';
import { isSealedWith, seal, unseal } from '../../access/secret.box.ts';
import { type Write, withoutSession, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { putRow, updateRow } from '../../database/one.row.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { codeFactors, recoveryCodes } from '../../tables/factor.tables.ts';
import { recordFactor } from './factor.log.ts';
import { redeemRecoveryCode } from './recovery.codes.ts';

/* One-time codes of an authenticator (RFC 6238) (S17, S18). */

const stepSec = 30;
/** Also accepts the code of the previous and next half minute, because clocks differ. */
const window = 1;
const secretBytes = 20;

/** The settings every authenticator supports: SHA-1, six digits, 30 seconds. */
const authenticator = (secret: string, label = '') =>
  new TOTP({ issuer: 'Dossard', label, secret: Secret.fromBase32(secret), digits: 6, period: stepSec });

/** Creates a secret for an authenticator; it is not active until `confirmCodes` receives a code from it. */
export async function startCodes(write: Write, key: Buffer, user: User): Promise<{ secret: string; url: string }> {
  const secret = new Secret({ size: secretBytes }).base32;
  const pending_secret = seal(key, secret, `${user.id}`);
  await putRow(write.tx, codeFactors, { user_id: user.id, pending_secret });
  return { secret, url: authenticator(secret, user.email).toString() };
}

/** Activates the secret that was shown, given a code from it. Throws `wrong_code`. */
export async function confirmCodes(write: Write, key: Buffer, user: User, code: string): Promise<void> {
  const { tx, now } = write;
  const [row] = await tx.select().from(codeFactors).where(eq(codeFactors.user_id, user.id));
  const step = row?.pending_secret ? stepOf(key, row.pending_secret, user.id, code, now) : undefined;
  if (!row || step === undefined) throw new Refusal('wrong_code');
  const confirmed = { secret: row.pending_secret, pending_secret: null, confirmed_at: now.toISOString() };
  await updateRow(tx, codeFactors, row, { ...confirmed, last_step: step });
  await recordFactor(write, user, 'codes_added');
}

/** Removes one-time codes from an account. Throws `factor_not_found`. */
export async function deleteCodes(write: Write, user: User): Promise<void> {
  const { codes_since } = await getFactors(write.tx, user.id);
  await write.tx.delete(codeFactors).where(eq(codeFactors.user_id, user.id));
  if (codes_since === null) throw new Refusal('factor_not_found');
  await recordFactor(write, user, 'codes_removed');
}

/** Returns the time step that a code belongs to, or undefined for a wrong code. */
function stepOf(key: Buffer, sealed: string, userId: number, code: string, now: Date): number | undefined {
  // The library throws for anything but ASCII digits.
  if (!/^[0-9]{6}$/.test(code) || !isSealedWith(key, sealed)) return undefined;
  const timestamp = now.getTime();
  const delta = authenticator(unseal(key, sealed, `${userId}`)).validate({ token: code, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSec) + delta;
}

/**
 * Redeems a one-time code or a recovery code of an account. Each works once, even across processes. Throws
 * `wrong_code`.
 */
export async function redeemCode(db: Database, key: Buffer, user: User, typed: string, now: Date): Promise<void> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  const isRight = /^\d{6}$/.test(code)
    ? await redeemOneTimeCode(db, key, user.id, code, now)
    : await redeemRecoveryCode(db, user.id, code, now);
  if (!isRight) throw new Refusal('wrong_code');
}

async function redeemOneTimeCode(db: Database, key: Buffer, userId: number, code: string, now: Date) {
  const [row] = await db.select().from(codeFactors).where(eq(codeFactors.user_id, userId));
  const step = row?.secret ? stepOf(key, row.secret, userId, code, now) : undefined;
  if (step === undefined) return false;
  const taken = await db
    .update(codeFactors)
    .set({ last_step: step })
    .where(and(eq(codeFactors.user_id, userId), lt(codeFactors.last_step, step)))
    .returning({ user_id: codeFactors.user_id });
  return taken.length > 0;
}

/**
 * Deletes one-time codes that this installation cannot decrypt, because a backup was restored without its key, and
 * notifies their owners. Returns how many were deleted.
 */
export async function deleteUnreadableCodes(db: Database, key: Buffer, now: Date): Promise<number> {
  const rows = await db.select().from(codeFactors);
  const lost = rows.filter(({ secret, pending_secret }) => {
    const sealed = secret ?? pending_secret;
    return sealed === null || !isSealedWith(key, sealed);
  });
  for (const { user_id, secret } of lost) {
    await writeTo(db, withoutSession(now), async (write) => {
      const { tx } = write;
      const [user] = await tx.select().from(users).where(eq(users.id, user_id)).for('update');
      await tx.delete(codeFactors).where(eq(codeFactors.user_id, user_id));
      if (!user || secret === null) return;
      await recordFactor(write, user, 'codes_lost');
      if (!isProtected(await getFactors(tx, user_id)))
        await tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id));
    });
  }
  return lost.length;
}
