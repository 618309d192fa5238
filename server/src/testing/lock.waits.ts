import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Database } from '../database/client.ts';

/** Counts the statements that wait for a lock of this database; on a cluster the workers are included. */
export async function countLockWaits(db: Database): Promise<number> {
  const waiting = inject('clusterUrl')
    ? sql`select from citus_lock_waits`
    : sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waiting)).rowCount ?? 0;
}
