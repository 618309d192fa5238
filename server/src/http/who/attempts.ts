import type { Limit } from '@dossard/contract/calls/endpoint.ts';
import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import type { FastifyRequest } from 'fastify';
import { findUserByEmail } from '../../access/account.store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { Parts } from '../parts.ts';
import { readKnownDevices } from './device.cookie.ts';

/** Refusals that count as a wrong guess. */
const wrongGuesses: readonly RefusalCode[] = [
  'invalid_credentials',
  'wrong_password_for_known_account',
  'wrong_current_password',
  'wrong_code',
  'wrong_passkey',
  'invalid_token',
  'judge_link_not_valid',
];

/**
 * Runs `work` as a rate-limited attempt: a mail and a follower always count, a guess only when it was wrong. Throws
 * `too_many_requests`. The attempt is counted first and refunded afterwards, so that parallel guesses gain nothing.
 */
export async function countAttempt<T>(
  parts: Pick<Parts, 'db' | 'limits' | 'deviceKey'>,
  request: FastifyRequest,
  limit: Limit,
  account: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!parts.limits) return work();
  const device = account === undefined ? undefined : await findKnownDevice(parts, request, account);
  const takeBack = await parts.limits.count(limit, { address: request.ip, account, device });
  let counts = limit === 'mail' || limit === 'follow' || limit === 'guest';
  try {
    return await work();
  } catch (error) {
    counts ||= error instanceof Refusal && wrongGuesses.includes(error.code);
    throw error;
  } finally {
    if (!counts) await takeBack();
  }
}

/** Returns the id of this browser if the account has signed in on it before. */
async function findKnownDevice(
  { db, deviceKey }: Pick<Parts, 'db' | 'deviceKey'>,
  request: FastifyRequest,
  account: string,
): Promise<string | undefined> {
  const devices = readKnownDevices(request, deviceKey);
  if (devices.size === 0) return undefined;
  const user = await findUserByEmail(db, account);
  return user && devices.get(user.id);
}
