import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './client.ts';

/** Locks the rows that match until the commit, and returns them; several in one order, which avoids deadlocks. */
export const lockRows = <Table extends PgTable>(
  tx: Transaction,
  table: Table,
  isRow: SQL | undefined,
  ...order: PgColumn[]
): Promise<Table['$inferSelect'][]> =>
  tx
    .select()
    .from(table as PgTable)
    .where(isRow)
    .orderBy(...order)
    .for('update');
