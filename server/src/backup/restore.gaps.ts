import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { competitions } from '../tables/competition.table.ts';
import type { BackupHeader } from './backup.format.ts';

/*
 * A restored database goes back in time, and the phones around it do not: they may hold the id of a zone, or the version
 * of a ranking, that was given after the backup was written. Neither may come to name something else.
 */

/** More ids of a kind than are ever assigned while a backup is kept. */
const idGap = 1000;
/** More changes than a competition sees in those days. */
const versionGap = 1_000_000;

/** Lets ids go on above all that were ever given. */
export async function leaveIdGaps(tx: Transaction, sequences: BackupHeader['sequences']): Promise<void> {
  for (const { table, column, next } of sequences) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(format('public.%I', ${table}::text), ${column}),
        ${next}::bigint + ${idGap}::bigint, false)`,
    );
  }
}

/** Lets the versions of competitions go on above all that a cache or a phone may know. */
export async function raiseVersions(tx: Transaction): Promise<void> {
  await tx.update(competitions).set({ version: sql`${competitions.version} + ${versionGap}` });
}
