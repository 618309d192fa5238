import { createHash } from 'node:crypto';
import type { Limit } from '@dossard/contract/calls/endpoint.ts';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../refusals/refusal.ts';
import { clientOf, networkOf } from '../input/client.address.ts';

/*
 * Rate limits. Guesses and mails are counted in the database, across all processes; writes in memory, because a
 * database counter would cost each run a statement. Attempts are counted by account and client, so that nobody can use
 * up the attempts of an account's owner (decision 019).
 */

const minute = 60;
const hour = 3600;

/**
 * Attempts allowed, and the window in seconds. `pair` is an account with a client address, or with a device that it has
 * signed in on; `account` bounds the guesses of many clients together.
 */
const allowed = {
  login_pair: [10, minute],
  login_address: [60, minute],
  login_account: [100, minute],
  mail_pair: [5, hour],
  mail_address: [30, hour],
  mail_account: [20, hour],
  token_address: [20, minute],
  // Only somebody who knows the password gets to guess codes; there are a million codes, and few attempts (S17).
  code_pair: [5, 15 * minute],
  code_address: [60, 15 * minute],
  code_account: [20, hour],
  // A rider's page renews what its browser follows, and a club's spectators may share an address.
  follow_address: [1_200, hour],
  guest_address: [10, hour],
  // Prevents one network from using up the unconfirmed forms of an entry page (J9).
  form_network: [100, 24 * hour],
} as const;
type Counter = keyof typeof allowed;

interface Attempt {
  /** The client's address (IP). */
  address: string;
  /** The mail address of the account. */
  account?: string | undefined;
  /** The browser, if the account has signed in on it before. */
  device?: string | undefined;
}

export type Limits = ReturnType<typeof createLimits>;

/** Creates the limits, which throw `too_many_requests`; guests of a public demonstration have one more (A9). */
export function createLimits(pool: pg.Pool, isPublicDemo = false) {
  const counters = Object.fromEntries(
    Object.entries(allowed).map(([keyPrefix, [points, duration]]) => [
      keyPrefix,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      }),
    ]),
  ) as Record<Counter, RateLimiterPostgres>;
  const writes = new RateLimiterMemory({ points: 20, duration: 1 });
  const guestWrites = new RateLimiterMemory({ points: 600, duration: hour });

  return {
    /** Counts an attempt; the returned function refunds it. */
    async count(limit: Limit, attempt: Attempt): Promise<() => Promise<void>> {
      const keys = keysOf(limit, attempt);
      for (const [counter, key] of keys) await consume(counters[counter], key);
      return async () => {
        await Promise.all(keys.map(([counter, key]) => counters[counter].reward(hashOf(key))));
      };
    },
    /** Counts an entry form for a competition by the sender's network (J9). */
    countForm: (competitionId: number, address: string) =>
      consume(counters.form_network, `${competitionId} ${networkOf(address)}`),
    /** Counts a write of an account, or of a link of judges. */
    async countWrite(writer: string): Promise<void> {
      await consume(writes, writer);
      if (isPublicDemo) await consume(guestWrites, writer);
    },
  };
}

/** Lists the counters of an attempt. A known device has its own counter, which others cannot use up. */
function keysOf(limit: Limit, { address, account, device }: Attempt): (readonly [Counter, string])[] {
  const client = clientOf(address);
  if (account === undefined || limit === 'token' || limit === 'follow' || limit === 'guest')
    return [[`${limit}_address`, client]];
  if (device !== undefined) return [[`${limit}_pair`, `${account} ${device}`]];
  return [
    [`${limit}_pair`, `${account} ${client}`],
    [`${limit}_address`, client],
    [`${limit}_account`, account],
  ];
}

// Hashed, so that the table does not reveal who tried to sign in, and keys have a fixed length.
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

let refusedGuesses = 0;

/** Returns the number of attempts over the limit that this process refused since its start. */
export const countRefusedGuesses = () => refusedGuesses;

async function consume(counter: RateLimiterPostgres | RateLimiterMemory, key: string): Promise<void> {
  try {
    await counter.consume(hashOf(key));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    refusedGuesses += 1;
    throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
  }
}
