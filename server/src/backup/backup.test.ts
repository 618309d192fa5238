import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { getTableName, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../tables/schema.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { startTestApp } from '../testing/test.app.ts';
import { listBackups } from './backup.files.ts';
import { readBackup } from './backup.reader.ts';
import { inSnapshot } from './backup.snapshot.ts';
import { leftOut } from './backup.tables.ts';
import { writeBackup } from './backup.writer.ts';
import { restoreBackup } from './restore.ts';
import { makeFolder, open, upgrade } from './testing/backup.places.ts';

const house = await startTestApp();
const { db } = house;
const now = new Date('2027-06-12T12:00:00.500Z');

let competitionId = 0;
let zoneId = 0;
let record: (dossard: number) => Promise<unknown>;
beforeAll(async () => {
  const made = await makeCompetition(house, 4);
  ({ competitionId, zoneId } = made);
  record = async (dossard) => {
    const { status } = await made.admin.call(createRun, { body: runOf(competitionId, zoneId, dossard) });
    expect(status).toBe(201);
  };
  for (const dossard of [1, 2, 2, 3]) await record(dossard);
});

const orderFor = async () => ({ db, folder: join(await makeFolder(), 'backups'), now, reason: 'manual' as const });

describe('a backup', () => {
  test('is one file, readable by its owner only, named by its time and reason', async () => {
    const order = await orderFor();
    const { name, path } = await writeBackup(order);
    expect(name).toBe('dossard-2027-06-12T12-00-00Z-manual.backup.gz');
    expect(await readdir(order.folder)).toEqual([name]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(order.folder)).mode & 0o777).toBe(0o700);
    expect((await readBackup(path)).rows).toMatchObject({
      users: 1,
      competitions: 1,
      participants: 4,
      runs: 4,
      submissions: 4,
    });
  });

  test('restricts a folder that was open to others', async () => {
    const order = await orderFor();
    await mkdir(order.folder);
    await chmod(order.folder, 0o755);
    await writeBackup(order);
    expect((await stat(order.folder)).mode & 0o777).toBe(0o700);
  });

  test('never replaces another: in the same second, it is named by the next', async () => {
    const order = await orderFor();
    for (const reason of ['manual', 'manual', 'reset'] as const) await writeBackup({ ...order, reason });
    expect((await listBackups(order.folder)).map(({ name }) => name)).toEqual([
      'dossard-2027-06-12T12-00-02Z-reset.backup.gz',
      'dossard-2027-06-12T12-00-01Z-manual.backup.gz',
      'dossard-2027-06-12T12-00-00Z-manual.backup.gz',
    ]);
  });

  test('contains every table that is not excluded, each after those that it refers to', async () => {
    const { path } = await writeBackup(await orderFor());
    const { header } = await readBackup(path);
    const names = header.tables.map(({ name }) => name);
    const all = Object.values(schema).map((table) => getTableName(table));
    expect(names.toSorted()).toEqual(all.filter((name) => !leftOut.includes(name)).toSorted());
    expect(header.left_out).toEqual(leftOut);
    for (const [parent, child] of [
      ['users', 'members'],
      ['competitions', 'zones'],
      ['zones', 'graduations'],
      ['participants', 'runs'],
    ] as const)
      expect(names.indexOf(parent)).toBeLessThan(names.indexOf(child));
  });

  test('contains no session, and no foreign table of the same database', async () => {
    await db.execute(sql`create table somebody_else (secret text)`);
    await db.execute(sql`insert into somebody_else values ('not ours')`);
    const [session] = await db.select().from(schema.sessions);
    const { path } = await writeBackup(await orderFor());
    const text = gunzipSync(await readFile(path)).toString();
    expect(text).not.toContain('not ours');
    expect(text).not.toContain(session?.token_hash ?? 'a session was expected');
    await db.execute(sql`drop table somebody_else`);
  });
});

describe('while runs are written', () => {
  test('none of them waits, and none of them is in the running backup', async () => {
    const lines: string[] = [];
    await inSnapshot(db, { now, reason: 'runs' }, async (snapshot) => {
      for await (const line of snapshot.lines()) {
        if (lines.push(line) === 1) await record(1);
      }
    });
    const runs = JSON.parse(lines.at(-2) ?? '').rows.runs;
    expect(await db.$count(schema.runs)).toBe(runs + 1);
  });

  test('every backup is of one moment', async () => {
    const folder = await makeFolder();
    let isOver = false;
    const referees = [1, 2, 3, 4].map(async (dossard) => {
      while (!isOver) await record(dossard);
    });
    const backups: string[] = [];
    try {
      for (let turn = 0; turn < 4; turn += 1) {
        backups.push((await writeBackup({ db, folder, now, reason: 'runs' })).path);
      }
    } finally {
      isOver = true;
      await Promise.all(referees);
    }

    for (const file of backups) {
      const databaseUrl = await makeEmptyDatabase();
      await restoreBackup({ databaseUrl, file });
      const { rows } = await open(databaseUrl).db.execute(sql`select
        (select sum(last_run_number)::int from participants) as counted,
        (select count(*)::int from runs) as runs,
        (select count(*)::int from submissions) as submissions,
        (select count(*)::int from audit_log where subject = 'run') as audited`);
      const runs = rows[0]?.runs;
      expect(rows).toEqual([{ counted: runs, runs, submissions: runs, audited: runs }]);
    }
  });

  test('a table that is about to be truncated waits until it is saved', async () => {
    const app = open(house.databaseUrl);
    const lines: string[] = [];
    let truncated: Promise<unknown> = Promise.resolve();
    await inSnapshot(db, { now, reason: 'reset' }, async (snapshot) => {
      truncated = app.db.execute(sql`truncate mails`).then(() => lines.push('truncated'));
      for await (const line of snapshot.lines()) lines.push(line);
    });
    await truncated;
    expect(lines.at(-2)).toContain('sha256');
  });
});

describe('when it cannot be written', () => {
  test('a folder that cannot be created is named, with the reason', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    const order = await orderFor();
    for (const folder of [file, join(file, 'backups')]) {
      await expect(writeBackup({ ...order, folder })).rejects.toThrow(
        `No backup could be written to ${folder}: a file is in the place of the folder.`,
      );
    }
  });

  test('a failure in the middle leaves no file behind, and reveals no values', async () => {
    const databaseUrl = await makeEmptyDatabase();
    const client = open(databaseUrl);
    const order = await orderFor();
    await restoreBackup({ databaseUrl, file: (await writeBackup(order)).path });
    await upgrade(client);
    // This type can be created, but not fetched by a cursor, so that the failure comes after the file was started.
    await client.db.execute(sql`create type moody as enum ('calm')`);
    await client.db.execute(sql`create function text_of(moody) returns text language plpgsql as
      $$ begin if current_query() like 'fetch%' then raise 'moody today'; end if; return 'calm'; end $$`);
    await client.db.execute(sql`create cast (moody as text) with function text_of(moody)`);
    await client.db.execute(sql`create table zz_moods (mood moody)`);
    await client.db.execute(sql`insert into zz_moods values ('calm')`);
    const folder = join(await makeFolder(), 'backups');
    await expect(writeBackup({ ...order, db: client.db, folder })).rejects.toThrow(
      `No backup could be written to ${folder}: moody today.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('losing the database fails the backup, not the process', async () => {
    const killed = inSnapshot(db, { now, reason: 'runs' }, async ({ lines }) => {
      await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
      for await (const _ of lines()) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await expect(killed).rejects.toThrow();
    await writeBackup(await orderFor());
  });

  test('a database that Dossard never used contains nothing to back up', async () => {
    const { db } = open(await makeEmptyDatabase());
    await expect(writeBackup({ ...(await orderFor()), db })).rejects.toThrow(/There is nothing to back up/);
  });
});
