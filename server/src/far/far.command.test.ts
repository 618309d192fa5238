import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { expect, test, vi } from 'vitest';
import { listBackups } from '../backup/backup.files.ts';
import { writeBackup } from '../backup/backup.writer.ts';
import { makeFolder, open } from '../backup/testing/backup.places.ts';
import { expectSameRows } from '../backup/testing/same.rows.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { makeCompetition, runOf } from '../testing/main.job.ts';
import { printTables } from '../testing/table.prints.ts';
import { startTestApp } from '../testing/test.app.ts';
import { openFarFolder } from './far.folder.ts';
import { sendBackup } from './far.sender.ts';

/* `npm run dossard -- far`, each command as a separate process. */

vi.setConfig({ testTimeout: 120_000 });

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const now = new Date('2027-06-12T12:00:00Z');

function run(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [join('server', 'dist', 'far.main.js'), ...args],
      { cwd: repository, env: { PATH: process.env.PATH, ...env } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}

test('from the key on the organiser’s computer to a database restored on a new machine', async () => {
  const house = await startTestApp();
  const { admin, competitionId, zoneId } = await makeCompetition(house);
  await admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });
  const [laptop, server, far, fresh] = [await makeFolder(), await makeFolder(), await makeFolder(), await makeFolder()];
  const keyFile = join(laptop, 'dossard.key');

  const made = await run({}, 'key', keyFile);
  const recipient = /BACKUP_FAR_RECIPIENTS=(age1\w+)/.exec(made.out)?.[1] ?? '';
  expect(made).toMatchObject({ code: 0, err: '' });
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect(await run({}, 'key', keyFile)).toMatchObject({ code: 1, err: `There is a file ${keyFile} already.\n` });

  const onServer = {
    DATA_DIR: server,
    BACKUP_FAR: far,
    BACKUP_FAR_RECIPIENTS: recipient,
    DATABASE_URL: house.databaseUrl,
  };
  const none = 'No backup has left this machine yet; run this on the server.\n';
  expect(await run(onServer, 'signer')).toMatchObject({ code: 1, err: none });
  expect(await run(onServer, 'list')).toMatchObject({ code: 0, out: `There is no backup in the folder ${far}.\n` });
  expect(await run(onServer, 'drill')).toMatchObject({
    code: 1,
    err: 'The drill failed. No backup has left this machine yet.\n',
  });

  const [backups, folder] = [join(server, 'backups'), join(server, 'far')];
  await writeBackup({ db: house.db, folder: backups, now, reason: 'runs' });
  const [backup] = await listBackups(backups);
  if (!backup) throw new Error('There is no backup.');
  await sendBackup({ place: openFarFolder(far), recipients: [recipient], days: 30, folder }, backup, now);
  const signer = (await run(onServer, 'signer')).out.trim();
  expect(signer).toMatch(/^dossard-signer-[\w-]{43}$/);
  expect((await run(onServer, 'list')).out).toMatch(
    /\.backup\.gz\.age {2}[\d,]+ bytes {2}signed at 2027-06-12T12:00:00\.000Z, number 1\n$/,
  );
  // A stranger's file with a later name does not hide it.
  const stranger = join(far, 'dossard-2099-01-01T00-00-00Z-runs.backup.gz.age');
  await writeFile(stranger, '');
  await writeFile(`${stranger}.sig`, '');
  expect((await run(onServer, 'drill')).out).toMatch(/^The drill has restored .* are as they were\.\n$/);

  // A new machine has only the far place and the key file.
  const emptyUrl = await makeEmptyDatabase();
  const onNew = { DATA_DIR: fresh, BACKUP_FAR: far, DATABASE_URL: emptyUrl };
  expect(await run(onNew, 'restore')).toMatchObject({
    code: 1,
    err: expect.stringContaining('BACKUP_FAR needs BACKUP_FAR_RECIPIENTS'),
  });
  expect(await run(onNew, 'restore', '--key', keyFile)).toMatchObject({
    code: 1,
    err: expect.stringContaining('does not say who signs'),
  });
  await writeFile(keyFile, (await readFile(keyFile, 'utf8')).replace('# signer: ', `# signer: ${signer}`));
  const checked = await run(onNew, 'check', '--key', keyFile);
  const ignored = 'The signature of dossard-2099-01-01T00-00-00Z-runs.backup.gz.age is damaged, or was altered.\n';
  expect(checked).toMatchObject({ code: 0, err: ignored });
  expect(checked.out).toMatch(/is whole, signed at .* as number 1\. It holds /);

  const expected = await printTables(house.db);
  const restored = await run(onNew, 'restore', '--key', keyFile);
  expect(restored).toMatchObject({ code: 0, err: ignored });
  expect(await readdir(join(fresh, 'far'))).toEqual([]);
  expect(restored.out).toMatch(
    /is whole, and was signed at 2027-06-12T12:00:00\.000Z\. Restored what was there on 2027-06-12T12:00:00\.000Z: .* 1 run\./,
  );
  await expectSameRows(open(emptyUrl).db, expected);
  expect(await run(onNew, 'restore', '--key', keyFile)).toMatchObject({
    code: 1,
    err: expect.stringContaining('This database is in use'),
  });
});

test('invalid arguments are answered with the usage', async () => {
  const laptop = await makeFolder();
  const notAKey = join(laptop, 'letter.txt');
  await writeFile(notAKey, 'Dear club\n');
  await mkdir(join(laptop, 'far'));
  const env = { DATA_DIR: laptop, BACKUP_FAR: join(laptop, 'far') };
  expect((await run({})).err).toContain('npm run dossard -- far restore');
  expect((await run({}, 'list', '--wrong')).err).toContain('npm run dossard -- far restore');
  expect((await run({}, 'list')).err).toBe('Set BACKUP_FAR to the far place.\n');
  expect((await run({}, 'key')).err).toBe('Say into which file: npm run dossard -- far key <file>\n');
  expect((await run(env, 'check', '--key', join(laptop, 'none'))).err).toBe(`There is no key file ${laptop}/none.\n`);
  expect((await run(env, 'check', '--key', notAKey)).err).toContain('holds no private key');
});
