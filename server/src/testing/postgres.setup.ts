import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

/**
 * Starts one PostgreSQL for the whole run, with one migrated database that each test file copies; with
 * TEST_DATABASE_URL, the tests use that cluster instead. What reads the messages is loaded once they are compiled: all
 * set-ups of a project are loaded before the first one runs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusterUrl = process.env.TEST_DATABASE_URL;
  project.provide('clusterUrl', clusterUrl);
  if (clusterUrl) {
    const { dropLeftovers } = await import('./cluster.databases.ts');
    await dropLeftovers(clusterUrl);
    return () => dropLeftovers(clusterUrl);
  }
  const { startEmbeddedPostgres } = await import('@dossard/postgres/embedded.postgres.ts');
  const { migrateDatabase } = await import('../database/migrate.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'dossard-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const template = new URL(postgres.url);
  template.pathname = '/migrated';
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database migrated');
  await client.end();
  await migrateDatabase(template.href);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    clusterUrl: string | undefined;
  }
}
