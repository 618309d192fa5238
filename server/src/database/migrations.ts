import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/* The schema version of a database or a backup. Like Drizzle, we identify migrations by their time. */

export interface Migration {
  when: number;
  name: string;
  hash: string;
  statements: string[];
}

/** Reads the migrations of this Dossard, oldest first. */
export function readMigrations(): Migration[] {
  const journal = readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis, hash, sql: statements }, index) => ({
    when: folderMillis,
    name: entries[index]?.tag ?? String(folderMillis),
    hash,
    statements,
  }));
}

/** Finds the last applied migration of a database; undefined if it never had any. */
export async function findAppliedMigration(tx: Database): Promise<{ when: number; hash: string } | undefined> {
  const found = await tx.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as made`);
  if (!found.rows[0]?.made) return undefined;
  const { rows } = await tx.execute<{ hash: string; created_at: string }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  return rows[0] && { when: Number(rows[0].created_at), hash: rows[0].hash };
}

/** Called in the transaction of a migration after each of its statements. */
export type OnStatement = (tx: Database, statement: string) => Promise<void>;

/**
 * Applies migrations in the given transaction, and records them where Drizzle looks for them. Drizzle's own `migrate`
 * commits by itself, but a restore that fails must leave nothing behind.
 */
export async function applyMigrations(
  tx: Database,
  migrations: readonly Migration[],
  onStatement: OnStatement = async () => {},
): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  for (const { when, hash, statements } of migrations) {
    for (const statement of statements) {
      await tx.execute(sql.raw(statement));
      await onStatement(tx, statement);
    }
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`);
  }
}
