import type { User } from '../../access/account.store.ts';
import { isFactorRequired } from '../../access/factor.rule.ts';
import { deleteFactors, isProtected, readFactors } from '../../access/factor.store.ts';
import { endSetup } from '../../access/session.store.ts';
import type { Write } from '../../audit/write.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { recordFactor } from './factor.log.ts';
import { prepareRecoveryCodes, storeRecoveryCodes } from './recovery.codes.ts';

/**
 * Adds a factor to an account that `add` checks and stores, and opens its sessions (S21). Returns recovery codes with its
 * first one, null later.
 */
export async function addFactor(write: Write, user: User, add: () => Promise<void>): Promise<string[] | null> {
  const wasProtected = isProtected(await readFactors(write.tx, user.id));
  await add();
  await endSetup(write.tx, user.id);
  // Hashed after the check, so that wrong answers cost nothing; only the account's own row is held meanwhile.
  return wasProtected ? null : storeRecoveryCodes(write.tx, user.id, await prepareRecoveryCodes());
}

/**
 * Removes a factor that `remove` names; recovery codes go with the last one. Throws `last_factor` where the installation
 * demands one.
 */
export async function removeFactor(write: Write, user: User, remove: () => Promise<void>): Promise<void> {
  await remove();
  if (isProtected(await readFactors(write.tx, user.id))) return;
  if (await isFactorRequired(write.tx, user.id)) throw new Refusal('last_factor');
  await deleteFactors(write.tx, user.id);
}

/** Takes all second factors off an account. Throws `factor_not_found`. */
export async function removeAllFactors(write: Write, user: User): Promise<void> {
  if (!isProtected(await readFactors(write.tx, user.id))) throw new Refusal('factor_not_found');
  await deleteFactors(write.tx, user.id);
  await recordFactor(write, user, 'all_removed');
}
