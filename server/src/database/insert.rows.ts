import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './client.ts';

/** Inserts whole rows as JSON, in one statement however many there are. */
export async function insertRows(tx: Transaction, table: PgTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows);
  await tx.execute(sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`);
}
