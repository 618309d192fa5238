import type { ExactWords } from '@dossard/contract/refusals/refusal.codes.ts';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../access/account.store.ts';
import { getFactors, isProtected } from '../../access/factor.store.ts';
import type { Parts } from '../../http/parts.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { redeemCode } from './code.actions.ts';

/** Returns the key that secrets of second factors are encrypted with. */
export function secretKeyOf({ secretKey }: Pick<Parts, 'secretKey'>): Buffer {
  if (!secretKey) throw new Error('Second factors need the key of the installation.');
  return secretKey;
}

/**
 * Rejects a sign-in by password without the account's second factor; `says` is the hint for callers that cannot show
 * one. Throws `second_factor_required`, `wrong_code`, `too_many_requests` (S17).
 */
export async function checkSecondFactor(
  parts: Parts,
  request: FastifyRequest,
  user: User,
  { code, says }: { code?: string | undefined; says?: ExactWords },
): Promise<void> {
  // A factor of an unproven account is nobody's, and must not lock its owner out (S23).
  if (user.email_verified_at === null) return;
  const factors = await getFactors(parts.db, user.id);
  if (!isProtected(factors)) return;
  if (code === undefined) {
    const offered = { codes: factors.codes_since !== null, passkey: factors.passkeys.length > 0 };
    throw new Refusal('second_factor_required', { extra: { factors: offered }, ...(says && { says }) });
  }
  await countCode(parts, request, user, code);
}

/** Redeems a code of an account, rate-limited. Throws `wrong_code`, `too_many_requests`. */
export const countCode = (parts: Parts, request: FastifyRequest, user: User, code: string): Promise<void> =>
  countAttempt(parts, request, 'code', user.email, () =>
    redeemCode(parts.db, secretKeyOf(parts), user, code, parts.clock()),
  );
