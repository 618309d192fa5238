import { createHash } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Transaction } from '../database/client.ts';
import { findAppliedMigration, readMigrations } from '../database/migrations.ts';
import { readSnapshot } from '../database/round.trips.ts';
import { schema } from '../tables/schema.ts';
import { BackupError } from './backup.error.ts';
import { type BackupHeader, type BackupReason, type BackupTable, formatVersion, lineOf } from './backup.format.ts';
import { getSequences, leftOut, listTables, quoted, useExactText } from './backup.tables.ts';

/* Reads the content of a backup from one snapshot, in batches; it never blocks writers. */

const batchRows = 500;

export interface Snapshot {
  header: BackupHeader;
  /** All lines of the backup; can be read once. */
  lines(): AsyncGenerator<string>;
}

/** Opens one snapshot of the whole database for `work`. */
export async function inSnapshot<Result>(
  db: Database,
  occasion: { now: Date; reason: BackupReason },
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const locked = (await listTables(db)).map(({ name }) => quoted(name));
  return readSnapshot(db, async (tx) => {
    await useExactText(tx);
    // Lock before the snapshot begins: in an older snapshot, a table truncated or rewritten meanwhile looks empty.
    // The locks block only these two operations, until the last row is read. On a cluster they also start the
    // workers' snapshots before the coordinator's, from which accounts are read, so that no row refers to a missing
    // account.
    await tx.execute(sql.raw(`set local lock_timeout = '60s'`));
    if (locked.length > 0) await tx.execute(sql.raw(`lock table ${locked.join(', ')} in access share mode`));
    const header = await makeHeader(tx, occasion);
    return work({ header, lines: () => writeLines(tx, header) });
  });
}

async function makeHeader(tx: Transaction, { now, reason }: { now: Date; reason: BackupReason }) {
  const applied = await findAppliedMigration(tx);
  if (!applied) throw new BackupError('There is nothing to back up: the database was never used by Dossard.');
  const migrations = readMigrations();
  const found = await listTables(tx);
  // In the present schema, unknown tables belong to somebody else. For an older schema only the catalog knows ours.
  const ours: string[] = Object.values(schema).map(getTableName);
  const tables = (
    applied.when === migrations.at(-1)?.when ? found.filter(({ name }) => ours.includes(name)) : found
  ).map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
  const header: BackupHeader = {
    dossard_backup: formatVersion,
    written_at: now.toISOString(),
    reason,
    schema: { ...applied, migration: migrations.find(({ when }) => when === applied.when)?.name ?? null },
    mark: await makeMark(tx, tables),
    tables,
    left_out: leftOut,
    sequences: (await getSequences(tx)).filter((one) => tables.some(({ name }) => name === one.table)),
  };
  return header;
}

/** SQL that formats a row as a line of a backup. */
const rowLine = ({ columns }: BackupTable) =>
  `array_to_json(array[${columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ')}])::text`;

/** Computes a checksum of the tables inside PostgreSQL, over all rows, so that every change is noticed. */
export async function makeMark(tx: Transaction, tables: readonly BackupTable[]): Promise<string> {
  const mark = createHash('sha256');
  for (const table of tables) {
    const { rows } = await tx.execute(
      sql.raw(`select count(*)::text as rows, sum(hashtextextended(${rowLine(table)}, 0))::text as sum
        from ${quoted(table.name)}`),
    );
    mark.update(lineOf([table, rows]));
  }
  return mark.digest('base64url');
}

async function* writeLines(tx: Transaction, header: BackupHeader): AsyncGenerator<string> {
  const checksum = createHash('sha256');
  const sum = (text: string) => {
    checksum.update(text);
    return text;
  };
  const counts: Record<string, number> = {};
  yield sum(lineOf(header));
  for (const table of header.tables) {
    yield sum(lineOf({ table: table.name }));
    let count = 0;
    for await (const rows of readRows(tx, table)) {
      count += rows.length;
      yield sum(`${rows.join('\n')}\n`);
    }
    counts[table.name] = count;
  }
  yield sum(lineOf({ rows: counts }));
  yield lineOf({ sha256: checksum.digest('hex') });
}

async function* readRows(tx: Transaction, table: BackupTable): AsyncGenerator<string[]> {
  await tx.execute(
    sql.raw(`declare backup_rows no scroll cursor for select ${rowLine(table)} as line from ${quoted(table.name)}`),
  );
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${batchRows} from backup_rows`));
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.execute(sql`close backup_rows`);
}
