import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database, Transaction } from './client.ts';

/*
 * Independent statements are pipelined: the pool sends them together, so that `Promise.all` over statements of one
 * transaction costs one round trip. This file makes `begin` and `commit` travel with them.
 */

type Sending = (...given: unknown[]) => Promise<unknown>;

/** Result returned without waiting for the server, or for a statement that was skipped. */
export const nothing = { rows: [], rowCount: 0 };

/**
 * Sends `begin` without awaiting it: it fails only if the connection is lost, and then the next statement fails too.
 * Skips `commit` or `rollback` after `commitWith`.
 */
export function shortenTransactions(connection: pg.PoolClient): void {
  const query = connection.query.bind(connection) as Sending;
  let isOver = false;
  const shortened: Sending = (...given) => {
    const text = (given[0] as { text?: string } | undefined)?.text;
    if (text?.startsWith('begin')) {
      isOver = false;
      query(...given).catch(() => {});
      return Promise.resolve(nothing);
    }
    if (text === 'commit' || text === 'rollback') {
      if (isOver) return Promise.resolve(nothing);
      isOver = true;
    }
    return query(...given);
  };
  connection.query = shortened as typeof connection.query;
}

/** Waits until started statements are sent; Drizzle sends them some microtasks later. */
const allSent = async () => {
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
};

/**
 * Commits together with the last statements of a transaction, in one round trip, and returns their results. Each must be
 * sent without awaiting another; an SQL error in one prevents the commit. Do not send statements afterwards.
 */
export async function commitWith<const Last extends readonly unknown[]>(
  tx: Transaction,
  last: Last,
): Promise<{ -readonly [Index in keyof Last]: Awaited<Last[Index]> }> {
  const results = Promise.all(last);
  results.catch(() => {});
  await allSent();
  const [found] = await Promise.all([results, tx.execute(sql`commit`)]);
  return found;
}

/** Reads in one snapshot and one round trip: each of `read` must be sent without waiting for another. */
export const readTogether = <const Reads extends readonly unknown[]>(db: Database, read: (tx: Transaction) => Reads) =>
  db.transaction((tx) => commitWith(tx, read(tx)), { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Reads in one snapshot; the reads may depend on each other. */
export const readInSnapshot = <const Reads extends readonly unknown[]>(
  db: Database,
  read: (tx: Transaction) => Reads,
): Promise<{ -readonly [Index in keyof Reads]: Awaited<Reads[Index]> }> =>
  db.transaction((tx) => Promise.all(read(tx)), { isolationLevel: 'repeatable read', accessMode: 'read only' });
