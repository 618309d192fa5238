import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** What store functions take: the database itself, or a transaction of it. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A transaction, for functions whose statements belong together; `route.ts` opens one for each write. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseClient {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool of connections to PostgreSQL; `onLost` hears of connections that broke while idle. */
export function openDatabase(url: string, onLost: (error: Error) => void): DatabaseClient {
  const pool = new pg.Pool({ connectionString: url, max: 20, connectionTimeoutMillis: 10_000 });
  pool.on('error', onLost);
  // While a connection is lent, the pool does not listen: a PostgreSQL that dies in a transaction would end the process.
  // The statement that follows fails by itself.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** Times each commit, from when it is asked for to PostgreSQL's word that it is on the disk. */
export function timeCommits(pool: pg.Pool, note: (seconds: number) => void): void {
  pool.on('connect', (connection) => {
    const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>;
    const timed = (...given: unknown[]) => {
      const answer = query(...given);
      if ((given[0] as { text?: string } | undefined)?.text !== 'commit') return answer;
      const start = performance.now();
      return answer.finally(() => note((performance.now() - start) / 1000));
    };
    connection.query = timed as typeof connection.query;
  });
}

/** The constraint that a failed statement broke, if that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError ? cause.constraint : undefined;
}

/** What PostgreSQL says when it is full, shutting down, starting, or had to give up a statement for another one. */
const passing = /^(53|57P0|08|40001|40P01)/;
/** What Node says when there is nobody at the other end. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];
/** What the driver says, which gives no code. */
const lost = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether a statement failed because the database cannot serve now, and may succeed when it is sent again. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const { code = '' } = cause as NodeJS.ErrnoException;
  return unreachable.includes(code) || passing.test(code) || lost.test(cause.message);
}
