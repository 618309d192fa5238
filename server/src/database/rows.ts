import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { matches, type Which } from '../tables/has.values.ts';
import type { Database, Transaction } from './client.ts';

/* The rows of a table that match a condition, or have the given values. */

/** Lists the rows that match, in the order of these columns. */
export const listRows = <Table extends PgTable>(
  db: Database,
  table: Table,
  which: Which<Table>,
  ...order: (PgColumn | SQL)[]
): Promise<Table['$inferSelect'][]> => selectRows(db, table, which, order).execute();

/** Locks the rows that match until the commit, and returns them; several in one order, which avoids deadlocks. */
export const lockRows = <Table extends PgTable>(
  tx: Transaction,
  table: Table,
  which: Which<Table>,
  ...order: PgColumn[]
): Promise<Table['$inferSelect'][]> => selectRows(tx, table, which, order).for('update').execute();

const selectRows = <Table extends PgTable>(
  db: Database,
  table: Table,
  which: Which<Table>,
  order: readonly (PgColumn | SQL)[],
) =>
  db
    .select()
    .from(table as PgTable)
    .where(matches(table, which))
    .orderBy(...order);
