import { sql } from 'drizzle-orm';
import { type Transaction, withConnections } from '../database/client.ts';
import { migrationLock } from '../database/earlier.entries.ts';
import { applyMigrations, findAppliedMigration, type Migration, readMigrations } from '../database/migrations.ts';
import { BackupError, explainFailure } from './backup.error.ts';
import type { BackupHeader } from './backup.format.ts';
import { type BackupContents, readBackup } from './backup.reader.ts';
import { type CatalogTable, listTables, quoted, useExactText } from './backup.tables.ts';
import { leaveIdGaps, raiseVersions } from './restore.gaps.ts';
import { insertRows } from './restore.rows.ts';

interface RestoreOrder {
  databaseUrl: string;
  file: string;
  /** Explains what to do about a database that is in use. */
  advice?: string;
  migrations?: Migration[];
  /** Called once the rows are inserted, before newer migrations and raised versions change them. */
  onLoaded?: (tx: Transaction, contents: BackupContents) => Promise<void>;
}

const usualAdvice = 'Stop Dossard, put its database aside or make a new one, and restore into that.';

/**
 * Restores a backup into an empty database, all or nothing. A backup of an older schema is restored into that schema,
 * and migrated from there. Throws a BackupError that says what to do.
 */
export async function restoreBackup(order: RestoreOrder): Promise<BackupContents> {
  const { header } = await readBackup(order.file);
  const migrations = order.migrations ?? readMigrations();
  refuseUnknownSchema(header, migrations);
  return withConnections(order.databaseUrl, (db) =>
    db.transaction((tx) => restore(tx, order, header, migrations)),
  ).catch(explainFailure('The backup could not be restored, and nothing was changed'));
}

function refuseUnknownSchema({ schema }: BackupHeader, migrations: readonly Migration[]): void {
  if (migrations.some(({ when }) => when === schema.when)) return;
  const newest = migrations.at(-1)?.when ?? 0;
  throw new BackupError(
    schema.when > newest
      ? `The backup was written by a newer Dossard (its schema is ${schema.migration ?? schema.hash}). Install that one, and restore with it.`
      : `The backup has a schema that this Dossard never had (${schema.migration ?? schema.hash}). Restore it with the Dossard that wrote it.`,
  );
}

async function restore(
  tx: Transaction,
  { file, advice = usualAdvice, onLoaded }: RestoreOrder,
  { schema, tables: saved }: BackupHeader,
  migrations: readonly Migration[],
): Promise<BackupContents> {
  // A server that starts meanwhile waits here with its migrations, until the database is restored.
  await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
  await useExactText(tx);
  const applied = (await findAppliedMigration(tx))?.when ?? 0;
  if (applied > schema.when) {
    throw new BackupError(`The backup is older than the tables of this database, so nothing was changed. ${advice}`);
  }
  await applyMigrations(
    tx,
    migrations.filter(({ when }) => applied < when && when <= schema.when),
  );
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table]));
  const tableOf = (name: string): CatalogTable => {
    const table = tables.get(name);
    if (table) return table;
    throw new BackupError(`The backup contains the table ${name}, which is unknown to Dossard; nothing was changed.`);
  };
  const targets = saved.map(({ name }) => tableOf(name));
  await refuseUnlessEmpty(tx, targets, advice);

  const contents = await readBackup(file, ({ name, columns }, rows) => insertRows(tx, tableOf(name), columns, rows));
  await onLoaded?.(tx, contents);
  await leaveIdGaps(tx, contents.header.sequences);
  await applyMigrations(
    tx,
    migrations.filter(({ when }) => when > schema.when),
  );
  await raiseVersions(tx);
  await tx.execute(sql`analyze`); // else the first rankings are planned for empty tables
  return contents;
}

/** Locks the tables against concurrent writes. */
async function refuseUnlessEmpty(tx: Transaction, tables: readonly CatalogTable[], advice: string): Promise<void> {
  const filled: string[] = [];
  for (const { name } of tables) {
    await tx.execute(sql.raw(`lock table ${quoted(name)} in exclusive mode`));
    const { rowCount } = await tx.execute(sql.raw(`select from ${quoted(name)} limit 1`));
    if (rowCount) filled.push(name);
  }
  if (filled.length === 0) return;
  throw new BackupError(
    `This database is in use (it holds ${filled.join(', ')}), so nothing was changed: a backup goes into an empty one. ${advice}`,
  );
}
