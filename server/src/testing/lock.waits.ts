import { type SQL, sql } from 'drizzle-orm';
import { expect, inject } from 'vitest';
import type { Database } from '../database/client.ts';

/** Counts the statements that wait for a lock of this database; on a cluster the workers are included. */
export async function countLockWaits(db: Database): Promise<number> {
  const waiting = inject('clusterUrl')
    ? sql`select from citus_lock_waits`
    : sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waiting)).rowCount ?? 0;
}

/**
 * Makes a change and commits it only once the call, planned without it, waits for it; returns the call's answer. `next`
 * changes more while the call waits: it deadlocks with a call that already locked those rows.
 */
export async function sendDuring<Answer>(
  db: Database,
  change: SQL,
  send: () => Promise<Answer>,
  next?: SQL,
): Promise<Answer> {
  const { answer } = await db.transaction(async (tx) => {
    await tx.execute(change);
    const answer = send();
    await expect.poll(() => countLockWaits(db), { timeout: 30_000 }).toBeGreaterThan(0);
    if (next) await tx.execute(next);
    return { answer };
  });
  return answer;
}
