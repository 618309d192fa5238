import { createHash } from 'node:crypto';
import type { Limit } from '@dossard/contract/calls/endpoint.ts';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusals/refusal.ts';
import { clientOf, networkOf } from './client.address.ts';

/*
 * Rate limits. Guesses and mails are counted in the database, for all processes together; writes in memory, because a
 * count in the database would cost each run a statement. Attempts are counted by account and client, so that nobody uses up
 * those of the account's owner (decision 019).
 */

const minute = 60;
const hour = 3600;

/**
 * Attempts allowed, and the window in seconds. `pair` is an account with the client that names it, or with a device it
 * knows; `account` bounds what many clients guess together.
 */
const allowed = {
  login_pair: [10, minute],
  login_address: [60, minute],
  login_account: [100, minute],
  mail_pair: [5, hour],
  mail_address: [30, hour],
  mail_account: [20, hour],
  token_address: [20, minute],
  // Who guesses codes knows the password already: they have a million of them, and few attempts (S17).
  code_pair: [5, 15 * minute],
  code_address: [60, 15 * minute],
  code_account: [20, hour],
  // So that one network cannot use up the unconfirmed forms that an entry page takes (J9).
  form_network: [100, 24 * hour],
} as const;
type Counter = keyof typeof allowed;

export interface Attempt {
  /** The client's address (IP). */
  address: string;
  /** The mail address of the account. */
  account?: string | undefined;
  /** The browser, if the account has signed in on it before. */
  device?: string | undefined;
}

export interface Limits {
  /** Counts an attempt; the returned function takes it back. Throws `too_many_requests`. */
  count(limit: Limit, attempt: Attempt): Promise<() => Promise<void>>;
  /** Counts an entry form for a competition by the network it comes from (J9). Throws `too_many_requests`. */
  countForm(competitionId: number, address: string): Promise<void>;
  /** Counts a write of an account. Throws `too_many_requests`. */
  countWrite(callerId: number): Promise<void>;
}

export function createLimits(pool: pg.Pool): Limits {
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

  return {
    async count(limit, attempt) {
      const keys = keysOf(limit, attempt);
      for (const [counter, key] of keys) await consume(counters[counter], key);
      return async () => {
        await Promise.all(keys.map(([counter, key]) => counters[counter].reward(hashOf(key))));
      };
    },
    countForm: (competitionId, address) => consume(counters.form_network, `${competitionId} ${networkOf(address)}`),
    countWrite: (callerId) => consume(writes, String(callerId)),
  };
}

/** Lists the counters of an attempt. A known device has its own counter, which others cannot use up. */
function keysOf(limit: Limit, { address, account, device }: Attempt): (readonly [Counter, string])[] {
  const client = clientOf(address);
  if (limit === 'token' || account === undefined) return [[`${limit}_address`, client]];
  if (device !== undefined) return [[`${limit}_pair`, `${account} ${device}`]];
  return [
    [`${limit}_pair`, `${account} ${client}`],
    [`${limit}_address`, client],
    [`${limit}_account`, account],
  ];
}

// Hashed: the table is no list of who tried to sign in, and a long address is no long key.
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

let refusedGuesses = 0;

/** Attempts that this process refused because there were too many, since it started. */
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
