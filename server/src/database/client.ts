import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { nothing, shortenTransactions } from './round.trips.ts';
import { createNaming, sendInOnePacket } from './sending.ts';

/** The parameter of store functions: the database itself, or a transaction of it. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A transaction, for functions whose statements belong together; `route.ts` opens one for each write. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseClient {
  db: Database;
  pool: pg.Pool;
  /** Drops connections that may be dead: idle ones, and those in use for a long time. */
  distrust(): void;
  close(): Promise<void>;
}

/** Time limits for the database, in milliseconds; a connection that was cut silently never answers. */
export interface Patience {
  /** For getting a connection, new or from the pool. */
  connectMs: number;
  /** For one statement, until PostgreSQL cancels it. */
  statementMs: number;
  /** For its answer, until the connection counts as dead; longer, so that a working PostgreSQL answers first. */
  answerMs: number;
  /** Between two statements of a transaction, until PostgreSQL ends it and releases its locks. */
  pauseMs: number;
}

export const usualPatience: Patience = { connectMs: 10_000, statementMs: 15_000, answerMs: 17_000, pauseMs: 10_000 };

/** For work that may take minutes, such as a backup, on separate connections. */
export const longPatience: Patience = {
  connectMs: 10_000,
  statementMs: 600_000,
  answerMs: 630_000,
  pauseMs: 600_000,
};

/** A connection in use for longer is dropped when the database may be down, in milliseconds. */
const longInUseMs = 5_000;

/**
 * Whether connections keep their PostgreSQL session and its settings, or a pooler assigns another session to each
 * transaction.
 */
export type Sessions = 'kept' | 'pooled';

/** Opens a pool of connections to PostgreSQL; `onLost` is called for connections that broke while idle. */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  patience: Patience = usualPatience,
  connections = 20,
  sessions: Sessions = 'kept',
): DatabaseClient {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.answerMs,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(sessions === 'kept' && { onConnect: (connection) => setUp(connection, patience) }),
  });
  const open = new Set<pg.PoolClient>();
  const lentSince = new Map<pg.PoolClient, number>();
  const dropped = new WeakSet<pg.PoolClient>();
  pool.on('error', (error, connection) => {
    if (!dropped.has(connection)) onLost(error);
  });
  const nameRepeated = createNaming();
  pool.on('connect', (connection) => {
    // While a connection is in use, the pool does not listen for its errors, and losing PostgreSQL would end the
    // process. The next statement fails anyway.
    connection.on('error', () => {});
    open.add(connection);
    sendInOnePacket(connection);
    dropWhenUseless(connection);
    blameFirstFailure(connection);
    shortenTransactions(connection);
    if (sessions === 'kept') nameRepeated(connection);
    else avoidSessionState(connection);
  });
  pool.on('acquire', (connection) => void lentSince.set(connection, performance.now()));
  pool.on('release', (_, connection) => void lentSince.delete(connection));
  pool.on('remove', (connection) => {
    open.delete(connection);
    lentSince.delete(connection);
  });
  return {
    db: drizzle(pool),
    pool,
    distrust() {
      const before = performance.now() - longInUseMs;
      for (const connection of open) {
        if ((lentSince.get(connection) ?? before) > before) continue;
        dropped.add(connection);
        drop(connection);
      }
    },
    close: () => pool.end(),
  };
}

/** Closes a connection without notifying the other end, which may be unreachable. */
export function drop(connection: pg.ClientBase): void {
  (connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/**
 * Makes PostgreSQL end abandoned work of clients that are gone, which would hold its locks for hours. Set here instead
 * of as startup parameters, which a pooler may reject.
 */
async function setUp(connection: pg.ClientBase, { statementMs, pauseMs }: Patience): Promise<void> {
  await connection.query(
    `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${pauseMs}`,
  );
  const wherePossible = [
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    `set client_connection_check_interval = '5s'`,
  ];
  for (const settings of wherePossible) {
    await connection.query(settings).catch((error) => {
      // Not every system supports them; the two settings above are then enough.
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
  }
}

/**
 * Omits the names of prepared statements, because the next transaction may run in another session, and notifications,
 * because nobody can listen behind a pooler and they serialise commits.
 */
function avoidSessionState(connection: pg.PoolClient): void {
  const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>;
  const nameless = (given: unknown, ...more: unknown[]) => {
    if (typeof given !== 'object' || given === null) return query(given, ...more);
    const { name: _, ...statement } = given as { name?: string; text?: string };
    if (statement.text?.startsWith('select pg_notify(')) return Promise.resolve(nothing);
    return query(statement, ...more);
  };
  connection.query = nameless as typeof connection.query;
}

/**
 * Drops a connection that does not answer, or that leads to a standby after a failover: the pool would keep using it.
 */
function dropWhenUseless(connection: pg.PoolClient): void {
  const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown> | undefined;
  const watched = (...given: unknown[]) => {
    const answer = query(...given);
    answer?.catch((error: Error) => {
      if (isSilence(error) || (error as pg.DatabaseError).code === readOnly) drop(connection);
    });
    return answer;
  };
  connection.query = watched as typeof connection.query;
}

/** PostgreSQL's error code for a statement after a failed one in the same transaction. */
const aborted = '25P02';

/**
 * Rejects the statements sent after a failed one with its error: their own error says nothing, and may reach the caller
 * first.
 */
function blameFirstFailure(connection: pg.PoolClient): void {
  const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown> | undefined;
  let failure: Error | undefined;
  const blaming = (...given: unknown[]) =>
    query(...given)?.then(
      (answer) => {
        failure = undefined;
        return answer;
      },
      (error: pg.DatabaseError) => {
        if (error.code !== aborted) failure = error;
        throw failure ?? error;
      },
    );
  connection.query = blaming as typeof connection.query;
}

/** PostgreSQL's error code for a write to a read-only server. */
const readOnly = '25006';

const isSilence = (error: Error) => error.message === 'Query read timeout';

/** Extends the limit on pauses of a transaction that waits for something else. */
export async function allowPauses(tx: Transaction, seconds: number): Promise<void> {
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = '${seconds}s'`));
}

/** Measures each commit, from the answer to the previous statement until PostgreSQL confirms that it is on the disk. */
export function timeCommits(pool: pg.Pool, note: (seconds: number) => void): void {
  // Before all other listeners, so that only sent statements are timed.
  pool.prependListener('connect', (connection) => {
    const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>;
    let before: Promise<unknown> = Promise.resolve();
    const timed = (...given: unknown[]) => {
      const answer = query(...given);
      if ((given[0] as { text?: string } | undefined)?.text !== 'commit') {
        before = answer ?? before;
        return answer;
      }
      let start = performance.now();
      const begin = () => {
        start = performance.now();
      };
      before.then(begin, begin);
      return answer.finally(() => note((performance.now() - start) / 1000));
    };
    connection.query = timed as typeof connection.query;
  });
}

/** Returns the constraint that a failed statement violated, if any. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError ? constraintOf(cause) : undefined;
}

/**
 * Returns the constraint named by PostgreSQL. A node of a cluster names it only in its message, with the number of its
 * shard.
 */
export const constraintOf = ({ constraint, message }: pg.DatabaseError): string | undefined =>
  constraint ?? /constraint "(.+?)(?:_\d+)?"/.exec(message)?.[1];

/** PostgreSQL's codes for: full, shutting down, starting, standby, cancelled statement or transaction. */
const passing = new RegExp(`^(53|57P0|57014|${readOnly}|25P03|08|40001|40P01)`);
/** Error codes of Node for a host that does not answer. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];
/** Messages of the driver for lost connections, which have no code. */
const lost =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout/;

/** Whether a statement failed because a value cannot be stored, or violates a constraint. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && /^2[23]/.test(error.cause.code ?? '');

/** Whether a statement failed because the database is unavailable, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const { code = '' } = cause as NodeJS.ErrnoException;
  return unreachable.includes(code) || passing.test(code) || lost.test(cause.message);
}
