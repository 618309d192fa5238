import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@dossard/postgres/embedded.postgres.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { listBackups } from './backup/backup.files.ts';
import { writeBackup } from './backup/backup.writer.ts';
import { backUpAtStop } from './backup/clean.stop.ts';
import { makeFolder } from './backup/testing/backup.places.ts';
import { openDatabase } from './database/client.ts';
import { migrateDatabase } from './database/migrate.ts';
import { prepareFirstAccount } from './features/setup/first.account.ts';
import { startOwnDatabase } from './own.database.ts';
import { users } from './tables/account.tables.ts';

/*
 * Data of another major version. The version file of a folder is overwritten here, to test all cases quickly; `npm run
 * test:package` tests it with a real PostgreSQL 17.
 */

vi.setConfig({ testTimeout: 120_000 });

let running: EmbeddedPostgres | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const now = new Date('2027-06-12T12:00:00Z');
const versionOf = async (folder: string) => (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();

async function start(dataDir: string, upgradeData = false): Promise<string[]> {
  const said: string[] = [];
  running = await startOwnDatabase({ dataDir, upgradeData, onMoved: () => {}, log: (sentence) => said.push(sentence) });
  return said;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function withDatabase<T>(work: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>): Promise<T> {
  const client = openDatabase(running?.url ?? '', () => {});
  return work(client.db).finally(() => client.close());
}

/** Creates a folder with one account in its database, stopped cleanly or not, as if written by an older PostgreSQL. */
async function makeOlderData({ cleanly }: { cleanly: boolean }): Promise<string> {
  const dataDir = await makeFolder();
  await start(dataDir);
  await migrateDatabase(running?.url ?? '');
  await withDatabase(async (db) => {
    await writeBackup({ db, folder: join(dataDir, 'backups'), now, reason: 'runs' });
    await prepareFirstAccount(db, { email: 'admin@dossard.test', password: 'Trial-2027' }, now);
    if (cleanly) await backUpAtStop(db, dataDir, now);
  });
  await stop();
  await pretendOlder(dataDir);
  return dataDir;
}

const pretendOlder = (dataDir: string) => writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');

const readEmails = () => withDatabase((db) => db.select({ email: users.email }).from(users));
const theAccount = [{ email: 'admin@dossard.test' }];

test('cleanly stopped data stay in place until the operator agrees, then move', async () => {
  const dataDir = await makeOlderData({ cleanly: true });
  await expect(start(dataDir)).rejects.toThrow(
    /written by PostgreSQL 17, and this Dossard brings PostgreSQL 18.*-stop\.backup\.gz holds everything.*--upgrade-data/,
  );
  expect(await versionOf(join(dataDir, 'postgres'))).toBe('17');
  expect((await start(dataDir, true)).join('\n')).toContain(`gardées ici : ${join(dataDir, 'postgres-17')}`);
  expect(await readEmails()).toEqual(theAccount);
  expect(await versionOf(join(dataDir, 'postgres-17'))).toBe('17');
  expect(await versionOf(join(dataDir, 'postgres'))).toBe('18');
});

test('an unclean stop names the newest backup, and moves nothing', async () => {
  const dataDir = await makeOlderData({ cleanly: false });
  await expect(start(dataDir, true)).rejects.toThrow(
    /was not stopped cleanly: its newest backup is of 2027-06-12 12:00 UTC \(dossard-2027-06-12T12-00-00Z-runs\.backup\.gz\).*once more, on the same DATA_DIR/,
  );
  expect(await versionOf(join(dataDir, 'postgres'))).toBe('17');
});

test('writes after a clean stop invalidate its note', async () => {
  const dataDir = await makeOlderData({ cleanly: true });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  await start(dataDir);
  await stop();
  await pretendOlder(dataDir);
  await expect(start(dataDir, true)).rejects.toThrow('was not stopped cleanly');
});

test('a damaged backup moves nothing', async () => {
  const dataDir = await makeOlderData({ cleanly: true });
  const [newest] = await listBackups(join(dataDir, 'backups'));
  await writeFile(newest?.path ?? '', (await readFile(newest?.path ?? '')).subarray(0, 500));
  await expect(start(dataDir, true)).rejects.toThrow('Its last backup is of no use');
  expect(await versionOf(join(dataDir, 'postgres'))).toBe('17');
});

test('a move may be interrupted and repeated, and a second one keeps the first one’s old data', async () => {
  const dataDir = await makeOlderData({ cleanly: true });
  // The state after a power cut while the new database is filled.
  await cp(join(dataDir, 'postgres'), join(dataDir, 'upgrade', 'postgres'), { recursive: true });
  await start(dataDir, true);
  await withDatabase((db) => backUpAtStop(db, dataDir, now));
  await stop();
  // Between its two renames: the old data have been moved away, the new ones are not in place yet.
  await cp(join(dataDir, 'postgres'), join(dataDir, 'upgrade', 'postgres'), { recursive: true });
  await rm(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'upgrade.json'), JSON.stringify({ kept: 'postgres-17' }));
  await start(dataDir);
  expect(await readEmails()).toEqual(theAccount);
  await withDatabase((db) => backUpAtStop(db, dataDir, now));
  await stop();
  await pretendOlder(dataDir);
  await start(dataDir, true);
  expect(await readEmails()).toEqual(theAccount);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-')).sort()).toEqual([
    'postgres-17',
    'postgres-17-2',
  ]);
});
