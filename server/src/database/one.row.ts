import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { getTableConfig, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { Refusal } from '../refusals/refusal.ts';
import { hasValues } from '../tables/has.values.ts';
import type { Database, Transaction } from './client.ts';

/* One row of a table, by its primary key: callers pass the key, or a row that contains it. */

function keyOf(table: PgTable) {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
}

function hasKeyOf<Table extends PgTable>(table: Table, row: Partial<Table['$inferSelect']>) {
  const names = keyOf(table).map(({ name }) => name);
  return hasValues(table, pick<object, never>(row, ...(names as never[])));
}

/** Locks a row until the commit, and returns it. Throws `missing` when there is none. */
export async function lockRow<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  key: Partial<Table['$inferSelect']>,
  missing: RefusalCode,
): Promise<Table['$inferSelect']> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(hasKeyOf(table, key))
    .for('update');
  if (!row) throw new Refusal(missing);
  return row;
}

/** Changes a row, and returns it as it is then; undefined when there is none. */
export async function updateRow<Table extends PgTable>(
  db: Database,
  table: Table,
  key: Partial<Table['$inferSelect']>,
  changes: PgUpdateSetSource<Table>,
): Promise<Table['$inferSelect'] | undefined> {
  const [changed] = await db
    .update(table as PgTable)
    .set(changes as object)
    .where(hasKeyOf(table, key))
    .returning();
  return changed;
}

/** Inserts a row unless that would break a unique constraint, and returns it; undefined then. */
export async function insertNew<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect'] | undefined> {
  const [inserted] = await db.insert(table).values(row).onConflictDoNothing().returning();
  return inserted;
}

/** Inserts a row, or changes the one with its primary key: all given columns, or only those of `changed`. */
export async function putRow<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
  changed?: Partial<Table['$inferInsert']>,
): Promise<void> {
  const target = keyOf(table);
  const others = Object.entries(row).filter(([name]) => !target.some((column) => column.name === name));
  const set = changed ?? Object.fromEntries(others);
  await db
    .insert(table)
    .values(row)
    .onConflictDoUpdate({ target, set: set as object });
}
