import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './client.ts';
import { isAborted } from './failures.ts';
import { sessionOf, TransactionSession } from './session.ts';

/* Independent statements are pipelined: those that are sent together cost one round trip. */

type Results<Sent extends readonly unknown[]> = { -readonly [Index in keyof Sent]: Awaited<Sent[Index]> };

/**
 * Waits for statements that were sent together, and throws the first failure in their order: those sent after it in a
 * transaction only report that there was one.
 */
export async function together<const Sent extends readonly unknown[]>(sent: Sent): Promise<Results<Sent>> {
  const ends = await Promise.allSettled(sent);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0];
  return ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined)) as Results<Sent>;
}

/**
 * Commits together with the last statements of a transaction, in one round trip, and returns their results. Each must be
 * sent without awaiting another; an SQL error in one prevents the commit. Do not send statements afterwards.
 */
export async function commitWith<const Last extends readonly unknown[]>(
  tx: Transaction,
  last: Last,
): Promise<Results<Last>> {
  const session = sessionOf(tx);
  if (!(session instanceof TransactionSession)) throw new Error('Only a transaction can be committed.');
  const results = together(last);
  results.catch(() => {});
  const [found] = await Promise.all([results, meanwhile(() => session.end('commit'))]);
  return found;
}

/** Runs `work` once the statements before it are on their way: Drizzle sends them some microtasks later. */
export async function meanwhile<Result>(work: () => Result): Promise<Awaited<Result>> {
  await new Promise(setImmediate);
  return await work();
}

/**
 * Notifies other processes on commit. Nobody can listen behind a pooler, and notifications serialise commits, so there it
 * does nothing.
 */
export async function notify(tx: Transaction, channel: string, text: string): Promise<void> {
  if (sessionOf(tx).way.keepsSession) await tx.execute(sql`select pg_notify(${channel}, ${text})`);
}

/** Runs a transaction that only reads, all of it in one snapshot. */
export const readSnapshot = <Result>(db: Database, read: (tx: Transaction) => Promise<Result>): Promise<Result> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/** Reads in one snapshot and one round trip: each of `read` must be sent without waiting for another. */
export const readTogether = <const Reads extends readonly unknown[]>(db: Database, read: (tx: Transaction) => Reads) =>
  readSnapshot(db, (tx) => commitWith(tx, read(tx)));

/** Reads in one snapshot; the reads may depend on each other. */
export const readInSnapshot = <const Reads extends readonly unknown[]>(
  db: Database,
  read: (tx: Transaction) => Reads,
): Promise<Results<Reads>> => readSnapshot(db, (tx) => together(read(tx)));
