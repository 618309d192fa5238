import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { linkEarlierEntries, migrationLock } from './earlier.entries.ts';
import { applyMigrations, findAppliedMigration, type OnStatement, readMigrations } from './migrations.ts';

/**
 * Migrates the database at `url` to the present schema and links unlinked log entries, all or nothing. Concurrent
 * starts are serialised by an advisory lock of the migrating transaction, because concurrent migrations race; behind a
 * pooler, only a transaction keeps its session.
 */
export async function migrateDatabase(url: string, onStatement?: OnStatement): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await drizzle(client).transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      const applied = await findAppliedMigration(tx);
      const missing = readMigrations().filter(({ when }) => when > (applied?.when ?? 0));
      if (missing.length > 0) await applyMigrations(tx, missing, onStatement);
      await linkEarlierEntries(tx);
    });
  } finally {
    await client.end();
  }
}
