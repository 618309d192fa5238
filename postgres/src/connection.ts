import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { assertDurable } from './durability.ts';

// Statements for Dossard's own PostgreSQL during its start; everything else goes through client.ts.

/** Returns the URL of a database of ours. */
export function urlOf(port: number, password: string, database = 'dossard'): string {
  return `postgres://dossard:${password}@127.0.0.1:${port}/${database}`;
}

async function ask<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Set explicitly, because pg would take them from the environment (PGSSLMODE, PGOPTIONS).
  const client = new pg.Client({ connectionString: url, ssl: false, options: '', connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // a lost connection also fails the work
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns the data folder of the PostgreSQL on `port`, if it accepts our password; else the reason why it does not
 * answer.
 */
export async function answers(port: number, password: string): Promise<{ folder?: string; reason?: string }> {
  try {
    return await ask(urlOf(port, password, 'postgres'), async (client) => {
      const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
      return { folder: resolve(rows[0]?.folder ?? '') }; // on Windows PostgreSQL writes slashes
    });
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** Creates the database `dossard` when it is missing, and asserts that confirmed commits are durable. */
export async function prepareDatabase(port: number, password: string): Promise<void> {
  await ask(urlOf(port, password, 'postgres'), async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = 'dossard'");
    if (rowCount === 0) await client.query('create database dossard');
  });
  await ask(urlOf(port, password), assertDurable);
}

/** Polls until `isDone` returns true; returns false after `seconds`. */
export async function waitFor(isDone: () => Promise<boolean>, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
    if (await isDone()) return true;
  }
  return isDone();
}
