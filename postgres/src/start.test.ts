import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ask, test } from './testing/postgres.servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test.concurrent('the first start creates a database whose password is hidden from others', async ({ servers }) => {
  const dataDir = join(await servers.makeFolder(), 'data');
  const { url, pid } = await servers.start(dataDir);
  expect(url).toMatch(/^postgres:\/\/dossard:[\w-]{32}@127\.0\.0\.1:\d+\/dossard$/);
  expect(pid).toBeGreaterThan(0);
  const found = await ask(
    url,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
       current_setting('password_encryption') as passwords, current_setting('listen_addresses') as addresses,
       datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
  );
  expect(found).toEqual({
    encoding: 'UTF8',
    checksums: 'on',
    passwords: 'scram-sha-256',
    addresses: '127.0.0.1',
    provider: 'b',
    locale: 'C.UTF-8',
  });
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
  await expect(ask(url.replace(/:[\w-]{32}@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
});

test.concurrent('a stop ends PostgreSQL, and the next start finds the rows and the port again', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  await ask(first.url, "create table kept as select 'René' as name");
  await first.end();
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  expect(await readFile(join(dataDir, 'server.lock.2'), 'utf8')).toBe('free');

  const second = await servers.start(dataDir);
  expect(second.pid).not.toBe(first.pid);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'select name from kept')).toEqual({ name: 'René' });
});

test.concurrent('a second server on the same folder is refused while the first continues', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  const second = await servers.start(dataDir);
  expect(second.refusal).toMatch(/^Another Dossard server \(process \d+\) is using the folder .*DATA_DIR/);
  expect(await ask(first.url, 'select 1 as one')).toEqual({ one: 1 });
});

test.concurrent('when the last port is taken, PostgreSQL listens on another', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const squatter = createServer().listen({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => squatter.once('listening', resolve));
  const { port } = squatter.address() as { port: number };
  await writeFile(join(dataDir, 'postgres.port'), String(port));
  const { url } = await servers.start(dataDir);
  expect(new URL(url).port).not.toBe(String(port));
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  squatter.close();
});

test.concurrent('the data folder may have a long path with spaces and accents', async ({ servers }) => {
  const dataDir = join(await servers.makeFolder(), "Trial d'été à Saint-Étienne 2027", 'x'.repeat(120), 'données');
  const { url } = await servers.start(dataDir);
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
});

test.concurrent('an unfinished data folder left by a crash is created again', async ({ servers }) => {
  const dataDir = await servers.makeFolder();
  await mkdir(join(dataDir, 'postgres.new-Ab12Cd', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new-Ab12Cd', 'PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'postgres.password.new'), 'half');
  const { url } = await servers.start(dataDir);
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  expect((await readdir(dataDir)).filter((name) => name.includes('new'))).toEqual([]);
});

test.concurrent('files that are no database are neither used nor overwritten', async ({ servers }) => {
  const dataDir = await servers.makeFolder();
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'holiday.txt'), 'sun');
  const { refusal } = await servers.start(dataDir);
  expect(refusal).toMatch(/holds files but no database/);
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['holiday.txt']);
});

test.concurrent('a database of another major version is not changed', async ({ servers }) => {
  const dataDir = await servers.makeFolder();
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  const { refusal } = await servers.start(dataDir);
  expect(refusal).toMatch(/PostgreSQL 17.*PostgreSQL 18; it was left as it is\.$/);
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
  expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
});

test.concurrent('commits stay durable, despite ALTER SYSTEM', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  await ask(first.url, 'alter system set fsync = off');
  await ask(first.url, 'alter system set full_page_writes = off');
  await ask(first.url, 'alter system set synchronous_commit = off');
  await first.end();
  const { url } = await servers.start(dataDir);
  const names = ['fsync', 'full_page_writes', 'synchronous_commit'];
  const found = await ask(url, `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`);
  expect(found).toEqual({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' });
});

test.concurrent('a role for which commits are not durable is refused at the start', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  await ask(first.url, 'alter role dossard set synchronous_commit = off');
  await first.end();
  const { refusal } = await servers.start(dataDir);
  expect(refusal).toMatch(/synchronous_commit must be on/);
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});
