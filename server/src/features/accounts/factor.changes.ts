import type { User } from '../../access/account.store.ts';
import { isFactorRequired } from '../../access/factor.rule.ts';
import { deleteFactors, getFactors, isProtected } from '../../access/factor.store.ts';
import { endSetup } from '../../access/session.store.ts';
import type { Write } from '../../audit/write.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { recordFactor } from './factor.log.ts';
import { prepareRecoveryCodes, storeRecoveryCodes } from './recovery.codes.ts';

/**
 * Adds a factor, which `add` validates and stores, to an account, and unlocks its sessions (S21). Returns recovery
 * codes with the first factor, null otherwise.
 */
export async function addFactor(write: Write, user: User, add: () => Promise<void>): Promise<string[] | null> {
  const wasProtected = isProtected(await getFactors(write.tx, user.id));
  await add();
  await endSetup(write.tx, user.id);
  // Hashed after the check, so that wrong answers cost nothing; only the account's row is locked meanwhile.
  return wasProtected ? null : storeRecoveryCodes(write.tx, user.id, await prepareRecoveryCodes());
}

/**
 * Removes the factor that `remove` deletes; recovery codes are deleted with the last one. Throws `last_factor` where
 * the installation requires one.
 */
export async function removeFactor(write: Write, user: User, remove: () => Promise<void>): Promise<void> {
  await remove();
  if (isProtected(await getFactors(write.tx, user.id))) return;
  if (await isFactorRequired(write.tx, user.id)) throw new Refusal('last_factor');
  await deleteFactors(write.tx, user.id);
}

/** Removes all second factors from an account. Throws `factor_not_found`. */
export async function removeAllFactors(write: Write, user: User): Promise<void> {
  if (!isProtected(await getFactors(write.tx, user.id))) throw new Refusal('factor_not_found');
  await deleteFactors(write.tx, user.id);
  await recordFactor(write, user, 'all_removed');
}
