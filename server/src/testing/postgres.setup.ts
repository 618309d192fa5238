import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../database/migrate.ts';
import { dropLeftovers } from './cluster.databases.ts';

/**
 * Starts one PostgreSQL for the whole run, with one migrated database that each test file copies; with
 * TEST_DATABASE_URL, the tests use that cluster instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusterUrl = process.env.TEST_DATABASE_URL;
  project.provide('clusterUrl', clusterUrl);
  if (clusterUrl) {
    await dropLeftovers(clusterUrl);
    return () => dropLeftovers(clusterUrl);
  }
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
