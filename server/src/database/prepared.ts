import { getTableName, sql } from 'drizzle-orm';
import type { PgPreparedQuery, PgTable, PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Database } from './client.ts';
import { sessionOf } from './session.ts';

type Prepared = PgPreparedQuery<PreparedQueryConfig>;

/**
 * Prepares a query once instead of generating its SQL for each request, for frequent queries, on databases and
 * transactions alike. `build` names it, and each PostgreSQL connection caches its plan under this name.
 */
export function prepareOnce<Query extends Prepared>(build: (db: Database) => Query): (db: Database) => Query {
  let prepared: Query | undefined;
  return (db) => {
    prepared ??= build(db);
    return sessionOf(db).repeat(prepared);
  };
}

type Insert = (db: Database) => Prepared;
const inserts = new WeakMap<PgTable, Map<string, Insert>>();

/** Inserts one row by a statement whose SQL is cached per set of columns, and returns the stored row. */
export async function insertRow<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const ofTable = inserts.get(table) ?? new Map<string, Insert>();
  inserts.set(table, ofTable);
  // Drizzle would encode a null that is filled in later, for example as JSON.
  const shape = given.map(([column, value]) => (value === null ? `${column} null` : column)).join();
  const insert = ofTable.get(shape) ?? prepareInsert(table, given, ofTable.size);
  ofTable.set(shape, insert);
  const [stored] = (await insert(db).execute(row)) as [Table['$inferSelect']];
  return stored;
}

function prepareInsert(table: PgTable, given: [string, unknown][], number: number): Insert {
  const values = given.map(([column, value]) => [column, value === null ? sql`null` : sql.placeholder(column)]);
  const name = `insert_${getTableName(table)}_${number}`;
  return prepareOnce((db) => db.insert(table).values(Object.fromEntries(values)).returning().prepare(name));
}
