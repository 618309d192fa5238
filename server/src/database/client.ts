import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { nothing, shortenTransactions } from './round.trips.ts';
import { createNaming, sendInOnePacket } from './sending.ts';

/** What store functions take: the database itself, or a transaction of it. */
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

/** How long is waited for the database; a connection that was cut silently never answers. All in milliseconds. */
export interface Patience {
  /** For a connection, be it a new one or one that others use. */
  connectMs: number;
  /** For one statement, until PostgreSQL gives it up. */
  statementMs: number;
  /** For its answer, until the connection is taken for dead; longer, so that a living PostgreSQL speaks first. */
  answerMs: number;
  /** Between two statements of a transaction, until PostgreSQL ends it, with the locks that it holds. */
  pauseMs: number;
}

export const usualPatience: Patience = { connectMs: 10_000, statementMs: 15_000, answerMs: 17_000, pauseMs: 10_000 };

/** For work that may take minutes, such as a backup, on connections of its own. */
export const longPatience: Patience = {
  connectMs: 10_000,
  statementMs: 600_000,
  answerMs: 630_000,
  pauseMs: 600_000,
};

/** A connection that is in use for longer is dropped when the database is in doubt, in milliseconds. */
const longInUseMs = 5_000;

/**
 * Whether connections are sessions of PostgreSQL that keep what is set in them, or whether a pooler in between gives each
 * transaction another one.
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
    // While a connection is lent, the pool does not listen: a PostgreSQL that dies in a transaction would end the process.
    // The statement that follows fails by itself.
    connection.on('error', () => {});
    open.add(connection);
    sendInOnePacket(connection);
    dropWhenUseless(connection);
    blameFirstFailure(connection);
    shortenTransactions(connection);
    if (sessions === 'kept') nameRepeated(connection);
    else keepNothingInSession(connection);
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

/** Closes a connection without a word to the other end, which may not be there. */
export function drop(connection: pg.ClientBase): void {
  (connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}

/**
 * Has PostgreSQL end what a client that is gone has left: it would hold its locks for hours. Set here and not at the
 * connection's start, where a pooler in between may refuse it.
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
      // Not every system has them; the two above do then.
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
  }
}

/**
 * Sends no names of prepared statements, which the next transaction would look for in another session, and no
 * notifications, to which nobody listens behind a pooler; they would make transactions commit one after the other.
 */
function keepNothingInSession(connection: pg.PoolClient): void {
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
 * Drops a connection whose answer does not come, or that leads to a standby since another PostgreSQL took over: the pool
 * would lend it again and again.
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

/** PostgreSQL's code for a statement after one that failed in the same transaction. */
const aborted = '25P02';

/**
 * Rejects the statements that were sent behind a failed one with its error: their own says nothing, and may reach the
 * caller first.
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

/** PostgreSQL's code for a write where only reading is possible. */
const readOnly = '25006';

const isSilence = (error: Error) => error.message === 'Query read timeout';

/** Lets a transaction pause for longer between its statements than others may, while it waits for something else. */
export async function allowPauses(tx: Transaction, seconds: number): Promise<void> {
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = '${seconds}s'`));
}

/** Times each commit, from the answer to the statement before it to PostgreSQL's word that it is on the disk. */
export function timeCommits(pool: pg.Pool, note: (seconds: number) => void): void {
  // Before all others, so that only what is really sent is timed.
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

/** The constraint that a failed statement broke, if that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError ? constraintOf(cause) : undefined;
}

/** The constraint that PostgreSQL names. A node of a cluster says it in its sentence alone, with the number of its shard. */
export const constraintOf = ({ constraint, message }: pg.DatabaseError): string | undefined =>
  constraint ?? /constraint "(.+?)(?:_\d+)?"/.exec(message)?.[1];

/** What PostgreSQL says when it is full, shutting down, starting, a standby, or had to give up a statement or a transaction. */
const passing = new RegExp(`^(53|57P0|57014|${readOnly}|25P03|08|40001|40P01)`);
/** Error codes of Node for a host that does not answer. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'];
/** What the driver says, which gives no code. */
const lost =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout/;

/** Whether a statement failed because a value cannot be stored, or breaks a rule of its table. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof pg.DatabaseError && /^2[23]/.test(error.cause.code ?? '');

/** Whether a statement failed because the database cannot serve now, and may succeed when it is sent again. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const { code = '' } = cause as NodeJS.ErrnoException;
  return unreachable.includes(code) || passing.test(code) || lost.test(cause.message);
}
