import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { startEmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import { postmasterOf } from '@dossard/postgres/testing/postgres.servers.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../database/client.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { prepareFirstAccount } from '../features/setup/first.account.ts';
import { schema } from '../tables/schema.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { doors, makeCompetition, runOf } from '../testing/main.job.ts';
import { printTables } from '../testing/table.prints.ts';
import { copyDatabase, startTestApp } from '../testing/test.app.ts';
import { makeFolder, open } from './testing/backup.places.ts';
import { expectSameRows } from './testing/same.rows.ts';

/* The two commands, each as a separate process. */

vi.setConfig({ testTimeout: 120_000 });

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const now = new Date('2027-06-12T12:00:00Z');
const admin = { email: 'admin@dossard.test', password: 'Trial-2027' };

/** Runs a command with its own environment and returns its output. */
function run(command: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const script = join('server', 'dist', `${command}.main.js`);
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { cwd: repository, env: { PATH: process.env.PATH, ...env } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

/** Returns the path printed by `npm run dossard -- backup`. */
const pathIn = (out: string) => /^The backup is (.+)\n$/m.exec(out)?.[1] ?? '';

describe('with the database of DATA_DIR', async () => {
  const dataDir = await makeFolder();
  const env = { DATA_DIR: dataDir };
  const backups = join(dataDir, 'backups');
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  afterAll(() => postgres?.stop());

  test('without a database there is nothing to back up, and none is created', async () => {
    expect(await run('backup', env)).toEqual({ code: 1, out: '', err: `There is no database in ${dataDir}.\n` });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('a backup is written while the server runs; a restore waits until it is stopped', async () => {
    postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
    await migrateDatabase(postgres.url);
    await prepareFirstAccount(open(postgres.url).db, admin, now);
    const saved = await run('backup', env);
    expect(saved).toMatchObject({ code: 0, err: '' });
    expect((await stat(pathIn(saved.out))).mode & 0o777).toBe(0o600);
    const refused = await run('restore', env, pathIn(saved.out));
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^Another Dossard server .* Stop it first/) });
  });

  test('a backup is written while the server is stopped, and PostgreSQL is stopped again', async () => {
    await postgres?.stop();
    const saved = await run('backup', env);
    expect(saved).toMatchObject({ code: 0, err: '' });
    expect(await readdir(backups)).toHaveLength(2);
    expect(await postmasterOf(dataDir)).toBeUndefined();
  });

  test('a restore lists the backups, and explains how to move the old folder away', async () => {
    const [older = '', newer = ''] = (await readdir(backups)).toSorted();
    expect(await run('restore', env)).toEqual({
      code: 1,
      out: '',
      err: `Say which backup: npm run dossard -- restore <file>\nThose in ${backups}, newest first:\n  ${newer}\n  ${older}\n`,
    });
    expect(await run('restore', env, newer)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^This database is in use \(it holds .*users.*Rename the folder .*postgres to postgres-old, which keeps it, and run the command again\.\n$/,
      ),
    });
    await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-old'));
    const restored = await run('restore', env, newer);
    expect(restored).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /Restored what was there on .*Z: 1 account, 0 competitions, 0 riders, 0 runs\. Everybody signs in again\.\n$/,
      ),
    });
    expect(await postmasterOf(dataDir)).toBeUndefined();
    postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
    const { db } = open(postgres.url);
    expect(await db.select().from(schema.users)).toMatchObject([{ email: 'admin@dossard.test' }]);
  });
});

test('with DATABASE_URL, both work on that database, and paths are relative to where npm was called', async () => {
  const dataDir = await makeFolder();
  const from = await copyDatabase();
  await prepareFirstAccount(open(from).db, admin, now);
  const saved = await run('backup', { DATA_DIR: dataDir, DATABASE_URL: from });
  const file = basename(pathIn(saved.out));
  expect(await run('restore', { DATA_DIR: dataDir, DATABASE_URL: from }, file)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Make a new, empty database, name it in DATABASE_URL, and run the command again\.\n$/),
  });
  const elsewhere = await makeFolder();
  await mkdir(join(elsewhere, 'stick'));
  await rename(pathIn(saved.out), join(elsewhere, 'stick', file));
  const env = { DATA_DIR: dataDir, DATABASE_URL: await makeEmptyDatabase(), INIT_CWD: elsewhere };
  expect(await run('restore', env, `stick/${file}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 account'),
  });
  expect(await run('restore', { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, `stick/${file}`)).toEqual({
    code: 1,
    out: '',
    err: 'The backup could not be restored, and nothing was changed: the database does not answer.\n',
  });
  expect(await run('restore', env, 'nothing.gz')).toMatchObject({
    code: 1,
    err: `There is no file ${join(dataDir, 'backups', 'nothing.gz')}.\n`,
  });
});

test('a backup is written to the named file or folder, and never overwrites a file', async () => {
  const dataDir = await makeFolder();
  const elsewhere = await makeFolder();
  await mkdir(join(elsewhere, 'stick'), { mode: 0o755 });
  const from = await copyDatabase();
  await prepareFirstAccount(open(from).db, admin, now);
  const env = { DATA_DIR: dataDir, DATABASE_URL: from, INIT_CWD: elsewhere };

  const saved = await run('backup', env, 'stick/final.gz');
  expect(saved).toEqual({ code: 0, out: `The backup is ${join(elsewhere, 'stick', 'final.gz')}\n`, err: '' });
  expect((await stat(pathIn(saved.out))).mode & 0o777).toBe(0o600);
  expect((await stat(join(elsewhere, 'stick'))).mode & 0o777).toBe(0o755);
  expect(await run('backup', env, 'stick/final.gz')).toEqual({
    code: 1,
    out: '',
    err: `There is a file ${join(elsewhere, 'stick', 'final.gz')} already.\n`,
  });
  const named = pathIn((await run('backup', env, 'stick')).out);
  expect(named).toMatch(/\/stick\/dossard-[^/]+-manual\.backup\.gz$/);
  expect((await readdir(join(elsewhere, 'stick'))).toSorted()).toEqual([basename(named), 'final.gz']);
  expect(await run('backup', env, 'nowhere/final.gz')).toEqual({
    code: 1,
    out: '',
    err: `No backup could be written to ${join(elsewhere, 'nowhere', 'final.gz')}: there is no such folder.\n`,
  });
  expect(await readdir(dataDir)).toEqual([]);

  const to = { ...env, DATABASE_URL: await makeEmptyDatabase() };
  expect(await run('restore', to, 'stick/gone.gz')).toMatchObject({
    err: `There is no file ${join(elsewhere, 'stick', 'gone.gz')}.\n`,
  });
  expect(await run('restore', to, 'stick/final.gz')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 account'),
  });
});

test('an installation moves from its own PostgreSQL to the laptop and back, row for row', async () => {
  const house = await startTestApp();
  const { admin, competitionId, zoneId } = await makeCompetition(house, 20);
  for (let dossard = 1; dossard <= 20; dossard += 1)
    await admin.call(createRun, { body: runOf(competitionId, zoneId, dossard, doors(1, (dossard % 6) + 1)) });
  const cluster = { DATA_DIR: await makeFolder(), DATABASE_URL: house.databaseUrl };
  const laptop = { DATA_DIR: await makeFolder() };

  const carried = await run('backup', cluster);
  expect(await run('restore', laptop, pathIn(carried.out))).toMatchObject({ code: 0, err: '' });
  const postgres = await startEmbeddedPostgres({ dataDir: laptop.DATA_DIR, log: () => {} });
  const onLaptop = openDatabase(postgres.url, () => {});
  await expectSameRows(onLaptop.db, await printTables(house.db));
  await onLaptop.db.execute(sql`update runs set penality = 3 where dossard = 7`);
  const printed = await printTables(onLaptop.db);
  await onLaptop.close();
  await postgres.stop();

  const back = await run('backup', laptop);
  const databaseUrl = await makeEmptyDatabase();
  const moved = await run('restore', { ...cluster, DATABASE_URL: databaseUrl }, pathIn(back.out));
  expect(moved).toMatchObject({ code: 0, err: '', out: expect.stringContaining('20 riders, 20 runs') });
  await expectSameRows(open(databaseUrl).db, printed);
});
