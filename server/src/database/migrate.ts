import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number will do, as long as every process of one installation asks for the same. */
export const migrationLock = 0x0d05_5a2d;

/**
 * Brings the database at `url` to the present schema. Processes that start together take turns by an advisory lock of the
 * transaction that migrates, because concurrent migrations race; behind a pooler only a transaction keeps its session.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Drizzle's own `begin` then changes nothing, and its `commit` ends this one.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
