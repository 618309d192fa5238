import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { test } from './testing/installation.ts';
import { installWithRun } from './testing/installed.run.ts';
import { bringPostgres17, makePackage } from './testing/new.package.ts';

/* Data written by PostgreSQL 17 from its own npm package, used with this version, which contains PostgreSQL 18. */

const archive = inject('archive');
const majorOf = async (folder: string) => (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();

test('an update migrates the data to the next major version', async ({ install }) => {
  const older = await makePackage(archive, '0.0.9', bringPostgres17);
  const { home, run, countRuns, signInAgain } = await installWithRun(install, older);
  const data = join(home, 'data');
  expect(await majorOf(join(data, 'postgres'))).toBe('17');
  const update = run('update.sh', [archive]);
  await update.ready();
  await signInAgain();
  expect(await countRuns()).toBe(1);
  expect(await update.stop()).toBe(0);
  expect(await majorOf(join(data, 'postgres'))).toBe('18');
  expect(await majorOf(join(data, 'postgres-of-0.0.9'))).toBe('17');
});

test('a start migrates the data on request, only after a clean stop, and after interruptions', async ({ install }) => {
  const older = await makePackage(archive, '0.0.9', bringPostgres17);
  const { home, url, run, countRuns, recordRun, signInAgain } = await installWithRun(install, older);
  const data = join(home, 'data');
  const newer = await install(archive);
  const startNewer = (...words: string[]) => newer.run('start.sh', words, { DATA_DIR: data, PORT: new URL(url).port });
  const refusal = async (...words: string[]) => {
    const refused = startNewer(...words);
    expect(await refused.end()).toBe(1);
    expect(await majorOf(join(data, 'postgres'))).toBe('17');
    return refused.output();
  };
  expect(await refusal()).toMatch(/was written by PostgreSQL 17.*-stop\.backup\.gz holds everything.*--upgrade-data/);

  const killed = run('start.sh');
  await killed.ready();
  await recordRun('packaging-2');
  await killed.kill();
  expect(await refusal('--upgrade-data')).toMatch(
    /was not stopped cleanly: its newest backup is of \d{4}-\d\d-\d\d \d\d:\d\d UTC .*Start the Dossard that wrote it once more/,
  );

  const onceMore = run('start.sh');
  await onceMore.ready();
  expect(await onceMore.stop()).toBe(0);
  const moved = startNewer('--upgrade-data');
  await moved.ready(url);
  await signInAgain();
  expect(await countRuns()).toBe(2);
  expect(await moved.stop()).toBe(0);
  expect(await majorOf(join(data, 'postgres'))).toBe('18');
  expect(await majorOf(join(data, 'postgres-17'))).toBe('17');
  expect((await readdir(data)).filter((name) => name.startsWith('upgrade'))).toEqual([]);
});
