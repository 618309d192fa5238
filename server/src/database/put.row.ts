import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';

/** Inserts a row, or changes the one with its primary key: all given columns, or only those of `changed`. */
export async function putRow<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
  changed?: Partial<Table['$inferInsert']>,
): Promise<void> {
  const { columns, primaryKeys } = getTableConfig(table);
  const target = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const others = Object.entries(row).filter(([name]) => !target.some((column) => column.name === name));
  const set = changed ?? Object.fromEntries(others);
  await db
    .insert(table)
    .values(row)
    .onConflictDoUpdate({ target, set: set as object });
}
