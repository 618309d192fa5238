import { createHash } from 'node:crypto';
import type { Limit } from '@dossard/contract/calls/endpoint.ts';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './refusal.ts';

/*
 * How often what may be tried (api: "Limits"). Guesses and mails are counted in the database, for all processes
 * together; writes in memory, because a count in the database would cost each run a statement.
 */

const minute = 60;
const hour = 3600;

/** Attempts in so many seconds. */
const allowed = {
  login_account: [10, minute],
  login_address: [60, minute],
  mail_account: [5, hour],
  mail_address: [30, hour],
  token_address: [20, minute],
} as const;

export interface Limits {
  /** Counts a call against the address it comes from and the account it names. Throws `too_many_requests`. */
  countCall(limit: Limit, address: string, account: string | undefined): Promise<void>;
  /** Counts the guess of a password, outside the login call. Throws `too_many_requests`. */
  countPassword(account: string): Promise<void>;
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
  ) as Record<keyof typeof allowed, RateLimiterPostgres>;
  const writes = new RateLimiterMemory({ points: 20, duration: 1 });

  return {
    async countCall(limit, address, account) {
      await consume(counters[`${limit}_address`], address);
      if (account !== undefined && limit !== 'token') await consume(counters[`${limit}_account`], account);
    },
    countPassword: (account) => consume(counters.login_account, account),
    countWrite: (callerId) => consume(writes, String(callerId)),
  };
}

async function consume(counter: RateLimiterPostgres | RateLimiterMemory, key: string): Promise<void> {
  // Hashed: the table is no list of who tried to sign in, and a long address is no long key.
  const hashed = createHash('sha256').update(key).digest('base64url');
  try {
    await counter.consume(hashed);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
  }
}
