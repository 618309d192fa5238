import { StartError } from '@dossard/postgres/start.error.ts';
import { getTableName, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../database/client.ts';
import { competitions } from '../tables/competition.table.ts';
import { schema } from '../tables/schema.ts';
import { placementOf } from './distribution.ts';

/** Whether the database has the Citus extension. */
async function hasCitus(db: Database): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from pg_extension where extname = 'citus'`);
  return rowCount === 1;
}

/** Rejects a database that cannot be distributed. Throws a StartError that says what to do. */
export async function refuseWithoutCitus(db: Database): Promise<void> {
  if (await hasCitus(db)) return;
  throw new StartError(
    'This database cannot be distributed: it has no Citus extension. Run "create extension citus" in it on the ' +
      'coordinator and on every worker, add the workers with citus_add_node, and run the command again. Nothing was changed.',
  );
}

/**
 * Distributes the tables of a migrated database over its nodes, with their rows, all or nothing; returns the names of
 * the newly distributed ones.
 */
export function distributeTables(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
    await useOneConnection(tx);
    const wanted = await listUndistributed(tx);
    if (wanted.length === 0) return [];
    const foreignKeys = await listForeignKeys(
      tx,
      wanted.map(({ name }) => name),
    );
    for (const { table, name } of foreignKeys)
      await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
    for (const { place } of wanted) await tx.execute(place);
    for (const { table, name, definition } of foreignKeys) {
      await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
    }
    return wanted.map(({ name }) => name);
  });
}

/**
 * Distributes the table that a migration's statement has created, if the database is distributed: foreign keys follow,
 * and none may refer from a table of the coordinator to one on other nodes. Does nothing after other statements.
 */
export async function placeCreatedTable(tx: Database, statement: string): Promise<void> {
  const [, created] = /^\s*create table "?(\w+)"?/i.exec(statement) ?? [];
  if (!created || !(await isDistributed(tx))) return;
  const found = (await listUndistributed(tx)).find(({ name }) => name === created);
  if (!found) return;
  await tx.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
  await tx.execute(found.place);
}

async function isDistributed(db: Database): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const name = getTableName(competitions);
  const { rowCount } = await db.execute(sql`select from pg_dist_partition where logicalrelid::text = ${name}`);
  return rowCount === 1;
}

/**
 * Uses one connection to each node for statements over many shards. With several, Citus refuses to write to `users`
 * later in the same transaction, as when a verified address ends roles, and a backup would see several snapshots.
 */
async function useOneConnection(tx: Database): Promise<void> {
  await tx.execute(sql`do $$ begin
    execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
  end $$`);
}

/** Lists the tables to distribute, accounts first and `competitions` before its dependent tables. */
async function listUndistributed(tx: Database) {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`,
  );
  const placed = new Set(rows.map(({ name }) => name));
  const made = await tx.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const present = new Set(made.rows.map(({ name }) => name));
  const tables = Object.values(schema).filter(
    (table) => present.has(getTableName(table)) && !placed.has(getTableName(table)),
  );
  const placings = tables.flatMap((table) => {
    const placement = placementOf(table);
    const name = getTableName(table);
    if (placement.kind === 'coordinator') return [];
    if (placement.kind === 'reference') return [{ name, order: 0, place: sql`select create_reference_table(${name})` }];
    const beside = table === competitions ? 'none' : getTableName(competitions);
    return [
      {
        name,
        order: table === competitions ? 1 : 2,
        place: sql`select create_distributed_table(${name}, ${placement.by}, colocate_with => ${beside})`,
      },
    ];
  });
  return placings.sort((one, other) => one.order - other.order);
}

/** Lists the foreign keys from and to tables; they must be dropped while only one end is distributed. */
async function listForeignKeys(tx: Database, tables: readonly string[]) {
  const { rows } = await tx.execute<{ table: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and (conrelid::regclass::text in ${tables} or confrelid::regclass::text in ${tables})
    order by conrelid::regclass::text, conname`);
  return rows.map(({ table, name, definition }) => ({ table, name: pg.escapeIdentifier(name), definition }));
}
