import { getTableName, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { competitions } from '../tables/competition.table.ts';
import { series } from '../tables/series.tables.ts';
import type { BackupHeader } from './backup.format.ts';
import { listTables } from './backup.tables.ts';

/*
 * A restored database goes back in time, but phones and caches do not: they may have the id of a zone, or the version
 * of a ranking, assigned after the backup. These must not be reused for something else.
 */

/** More ids of a kind than are ever assigned while a backup is kept. */
const idGap = 1000;
/** More changes than a competition or a series sees in those days. */
const versionGap = 1_000_000;

/** Continues ids above all that may ever have been assigned. */
export async function leaveIdGaps(tx: Transaction, sequences: BackupHeader['sequences']): Promise<void> {
  for (const { table, column, next } of sequences) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(format('public.%I', ${table}::text), ${column}),
        ${next}::bigint + ${idGap}::bigint, false)`,
    );
  }
}

/** Continues versions of competitions and series above all that a cache or a phone may have. */
export async function raiseVersions(tx: Transaction): Promise<void> {
  // The earliest schemas have no series.
  const known = new Set((await listTables(tx)).map(({ name }) => name));
  for (const table of [competitions, series] as const)
    if (known.has(getTableName(table))) await tx.update(table).set({ version: sql`${table.version} + ${versionGap}` });
}
