import { randomUUID } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import { longPatience, openDatabase } from '../database/client.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { readMigrations } from '../database/migrations.ts';
import { distributeTables } from '../distribution/distribute.ts';
import { schema } from '../tables/schema.ts';
import { whenOver } from './when.over.ts';

/*
 * Databases for tests on a given cluster (`npm run dossard -- test-distributed`). Distributing one takes seconds, so they are
 * created once, beside the given one, and cleared for each test file; the given one is not changed.
 */

/** Instead of the default 32, because tests that query all shards would wait for many times as many. */
const shards = 4;
const maxDatabases = 20;

interface Node {
  host: string;
  port: number;
}

const withDatabase = (address: string, name: string): string => {
  const url = new URL(address);
  url.pathname = `/${name}`;
  return url.href;
};

const onNode = (address: string, { host, port }: Node): string => {
  const url = new URL(address);
  url.hostname = host;
  url.port = String(port);
  return url.href;
};

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Lists the coordinator and the workers of a cluster. */
async function listNodes(given: string): Promise<{ coordinator: Node; workers: Node[] }> {
  const { rows } = await connected(given, (client) =>
    client.query<Node & { groupid: number }>('select nodename as host, nodeport as port, groupid from pg_dist_node'),
  );
  const coordinator = rows.find(({ groupid }) => groupid === 0);
  if (!coordinator) throw new Error('The cluster has no coordinator: run citus_set_coordinator_host on it.');
  return { coordinator, workers: rows.filter(({ groupid }) => groupid !== 0) };
}

const onEveryNode = (given: string, { coordinator, workers }: { coordinator: Node; workers: Node[] }, text: string) =>
  Promise.all([coordinator, ...workers].map((node) => connected(onNode(given, node), (client) => client.query(text))));

/** Creates an empty database with the extension on all nodes. */
async function createOnCluster(given: string, name: string): Promise<string> {
  const nodes = await listNodes(given);
  await onEveryNode(given, nodes, `create database ${name}`);
  const url = withDatabase(given, name);
  await onEveryNode(url, nodes, 'create extension citus');
  await connected(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [nodes.coordinator.host, nodes.coordinator.port]);
    for (const { host, port } of nodes.workers) await client.query('select citus_add_node($1, $2)', [host, port]);
  });
  return url;
}

async function dropOnCluster(given: string, name: string): Promise<void> {
  await onEveryNode(given, await listNodes(given), `drop database if exists ${name} with (force)`);
}

/** Drops the databases that earlier runs have left; those in use belong to a concurrent run. */
export async function dropLeftovers(given: string): Promise<void> {
  await connected(given, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select datname as name from pg_database
      where datname ~ '^dossard_(test|empty)_' and datname not in
        (select datname from pg_stat_activity where datname is not null and application_name !~* '^citus')`);
    for (const { name } of rows) {
      const number = Number(/^dossard_test_(\d+)$/.exec(name)?.[1] ?? 0);
      if (number === 0) await dropOnCluster(given, name);
      else if (await tryLock(client, number)) {
        await dropOnCluster(given, name);
        await client.query('select pg_advisory_unlock(hashtext($1), $2)', [lockName, number]);
      }
    }
  });
}

const lockName = 'dossard tests';

/** Claims a database for this connection; returns false when another one has it. */
async function tryLock(client: pg.Client, number: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1), $2) as mine', [lockName, number]);
  return rows[0].mine;
}

/** Creates a database without tables, for the calling test or file. */
export async function makeEmptyOnCluster(given: string): Promise<string> {
  const name = `dossard_empty_${randomUUID().replaceAll('-', '')}`;
  whenOver(() => dropOnCluster(given, name));
  return createOnCluster(given, name);
}

/** Lends a cleared distributed database to the calling test or file; creates one when all are lent. */
export async function borrowOnCluster(given: string): Promise<string> {
  const lock = new pg.Client({ connectionString: given });
  await lock.connect();
  whenOver(() => lock.end());
  for (let number = 1; number <= maxDatabases; number += 1) {
    if (!(await tryLock(lock, number))) continue;
    const name = `dossard_test_${number}`;
    return (await clear(given, name)) ?? (await make(given, name));
  }
  throw new Error(`All ${maxDatabases} databases for tests are in use.`);
}

async function make(given: string, name: string): Promise<string> {
  await dropOnCluster(given, name);
  const url = await createOnCluster(given, name);
  await connected(url, (client) => client.query(`alter database ${name} set citus.shard_count = ${shards}`));
  await migrateDatabase(url);
  const { db, close } = openDatabase(url, () => {}, longPatience, 2);
  await distributeTables(db);
  await close();
  return url;
}

/** Clears a database of an earlier test file; undefined if there is none, or one with another schema. */
async function clear(given: string, name: string): Promise<string | undefined> {
  const url = withDatabase(given, name);
  const tables = Object.values(schema).map(getTableName);
  try {
    return await connected(url, async (client) => {
      const { rows } = await client.query(
        `select (select max(created_at) from drizzle.__drizzle_migrations)::text as version,
           array(select tablename::text from pg_tables where schemaname = 'public' and tablename <> 'citus_tables') as tables`,
      );
      const isOurs = rows[0].version === newestMigration() && sameNames(rows[0].tables, tables);
      if (!isOurs) return undefined;
      await client.query(`alter database ${name} reset synchronous_commit`);
      await client.query(`truncate ${tables.join(', ')}`);
      return url;
    });
  } catch (error) {
    const isMissing = error instanceof pg.DatabaseError && ['3D000', '42P01'].includes(error.code ?? '');
    if (!isMissing) throw error;
    return undefined;
  }
}

const sameNames = (found: readonly string[], wanted: readonly string[]) =>
  [...found].sort().join() === [...wanted].sort().join();

const newestMigration = () => String(readMigrations().at(-1)?.when);
