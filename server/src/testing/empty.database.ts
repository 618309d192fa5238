import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { makeEmptyOnCluster } from './cluster.databases.ts';

/** Creates a database without tables, as at a first start; returns its address. */
export async function makeEmptyDatabase(): Promise<string> {
  const clusterUrl = inject('clusterUrl');
  if (clusterUrl) return makeEmptyOnCluster(clusterUrl);
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(inject('postgresUrl'));
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
