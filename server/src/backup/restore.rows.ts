import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Transaction } from '../database/client.ts';
import { BackupError } from './backup.error.ts';
import { type CatalogTable, quoted } from './backup.tables.ts';

const batchRows = 500;

/** Inserts the rows of a backup: arrays of text, which PostgreSQL converts to the types of the columns. */
export async function insertRows(
  tx: Transaction,
  table: CatalogTable,
  columns: readonly string[],
  rows: readonly string[],
): Promise<void> {
  const values = columns.map((column, index) => {
    const found = table.columns.find(({ name }) => name === column);
    if (!found)
      throw new BackupError(
        `The backup holds a column ${table.name}.${column}, which is none of Dossard's; nothing was changed.`,
      );
    return `(line->>${index})::${found.type}`;
  });
  const names = columns.map((column) => pg.escapeIdentifier(column));
  for (let start = 0; start < rows.length; start += batchRows) {
    const lines = `[${rows.slice(start, start + batchRows).join(',')}]`;
    await tx.execute(
      sql`${sql.raw(`insert into ${quoted(table.name)} (${names.join(', ')}) overriding system value
        select ${values.join(', ')} from jsonb_array_elements(`)}${lines}::jsonb) as rows(line)`,
    );
  }
}
