import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { Connection } from './connection.ts';
import { PoolSession, type Way } from './session.ts';

/** The parameter of store functions: the database itself, or a transaction of it. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** A transaction, for functions whose statements belong together; `route.ts` opens one for each write. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type DatabaseClient = ReturnType<typeof openDatabase>;

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
) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.answerMs,
    pipeline: true,
    Client: Connection,
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
  pool.on('connect', (connection) => {
    // While a connection is in use, the pool does not listen for its errors, and losing PostgreSQL would end the
    // process. The next statement fails anyway.
    connection.on('error', () => {});
    open.add(connection);
  });
  pool.on('acquire', (connection) => void lentSince.set(connection, performance.now()));
  pool.on('release', (_, connection) => void lentSince.delete(connection));
  pool.on('remove', (connection) => {
    open.delete(connection);
    lentSince.delete(connection);
  });
  const dialect = new PgDialect();
  const way: Way = { keepsSession: sessions === 'kept', onCommit: () => {} };
  return {
    db: new PgDatabase(dialect, new PoolSession(pool, dialect, way), undefined) as Database,
    pool,
    /** Drops connections that may be dead: idle ones, and those in use for a long time. */
    distrust() {
      const before = performance.now() - longInUseMs;
      for (const connection of open) {
        if ((lentSince.get(connection) ?? before) > before) continue;
        dropped.add(connection);
        if (connection instanceof Connection) connection.drop();
      }
    },
    /** Calls `note` with the seconds of each commit, from the answer to the statement before it until it is on the disk. */
    timeCommits(note: (seconds: number) => void) {
      way.onCommit = note;
    },
    /** Sets how the cache in front is purged, before a transaction that requires it returns. */
    purgeBy(purge: (competitionId?: number) => Promise<void>) {
      way.purge = purge;
    },
    close: () => pool.end(),
  };
}

/** Does work that may take minutes on connections of its own; a lost one is not reported, since its statement fails too. */
export async function withConnections<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = openDatabase(url, () => {}, longPatience, 2);
  return work(db).finally(close);
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

/** Extends the limit on pauses of a transaction that waits for something else. */
export async function allowPauses(tx: Transaction, seconds: number): Promise<void> {
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = '${seconds}s'`));
}
