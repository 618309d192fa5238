import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { productVersion } from './house.ts';
import { test } from './testing/installation.ts';
import { installWithRun } from './testing/installed.run.ts';
import { addMigration, makePackage, replaceServer } from './testing/new.package.ts';

/* Updates of an installation with data: successful ones, and ones that roll back automatically. */

const archive = inject('archive');
const currentOf = async (home: string) => (await readFile(join(home, 'current'), 'utf8')).trim();

test('a newer version takes over the data, and the previous one is kept', async ({ install }) => {
  const newer = await makePackage(archive, '0.3.0', addMigration('create table of_a_test (id integer primary key)'));
  const { home, run, countRuns } = await installWithRun(install, archive);
  const update = run('update.sh', [newer]);
  await update.ready();
  expect(update.output()).toContain('The backup is ');
  expect(update.output()).toContain('Dossard is now version 0.3.0.');
  expect(await countRuns()).toBe(1);
  expect(await update.stop()).toBe(0);
  expect(await currentOf(home)).toBe('0.3.0');
  expect((await readdir(join(home, 'versions'))).sort()).toEqual([productVersion, '0.3.0']);
  expect(existsSync(join(home, 'data', `postgres-of-${productVersion}`, 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(home, 'data', 'update'))).toBe(false);

  const again = run('start.sh');
  await again.ready();
  expect(await countRuns()).toBe(1);
});

test('the way back has the former version with its data, and puts aside what was recorded since', async ({
  install,
}) => {
  const newer = await makePackage(archive, '0.3.0', addMigration('create table of_a_test (id integer primary key)'));
  const { home, run, countRuns, recordRun } = await installWithRun(install, archive);
  const update = run('update.sh', [newer]);
  await update.ready();
  await recordRun('packaging-2');
  expect(await countRuns()).toBe(2);
  const whileOpen = run('update.sh', ['--back']);
  expect(await whileOpen.end()).toBe(1);
  expect(whileOpen.output()).toContain('Stop it first');
  expect(await update.stop()).toBe(0);

  const back = run('update.sh', ['--back']);
  await back.ready();
  expect(back.output()).toContain('The backup is ');
  expect(back.output()).toContain(`Dossard is version ${productVersion} again.`);
  expect(await countRuns()).toBe(1);
  expect(await back.stop()).toBe(0);
  expect(await currentOf(home)).toBe(productVersion);
  const data = await readdir(join(home, 'data'));
  expect(data).toContain('postgres-of-0.3.0');
  expect(data).not.toContain(`postgres-of-${productVersion}`);

  expect(await run('update.sh', ['--back']).end()).toBe(1);
  const again = run('update.sh', [newer]);
  await again.ready();
  expect(await currentOf(home)).toBe('0.3.0');
});

test.for([
  [
    'whose migration fails after it has committed half of its work',
    addMigration('create table of_a_test (id integer)', 'delete from runs', 'commit', 'select 1 / 0'),
    'does not start',
    'division by zero',
  ],
  [
    'that does not start',
    replaceServer('console.error("A library is missing."); process.exit(3);'),
    'does not start',
    'A library is missing.',
  ],
  [
    'that listens and never answers',
    replaceServer(`
      import { createServer } from 'node:http';
      const server = createServer(() => {}).listen(process.env.PORT, process.env.HOST);
      process.on('disconnect', () => process.exit(0));
    `),
    'is not healthy',
    '(none)',
  ],
] as const)('a version %s leaves the former one with its data', async ([, change, what, words], { install }) => {
  const newer = await makePackage(archive, '0.3.0', change);
  const { home, run, countRuns } = await installWithRun(install, archive);
  const update = run('update.sh', [newer], { TRIAL_SECONDS: '10' });
  expect(await update.end()).toBe(1);
  expect(update.output()).toContain(`The new version ${what}.`);
  expect(update.output()).toContain(words);
  expect(update.output()).toContain(`Nothing was changed: Dossard ${productVersion}`);
  expect(await currentOf(home)).toBe(productVersion);
  expect(await readdir(join(home, 'versions'))).toEqual([productVersion]);
  expect((await readdir(join(home, 'data'))).filter((name) => name.startsWith('update'))).toEqual([]);

  const again = run('start.sh');
  await again.ready();
  expect(await countRuns()).toBe(1);
});

test('a damaged package, one without its SHA-256, the same version, and a running server are refused', async ({
  install,
}) => {
  const { home, run } = await install(archive);
  const refusal = async (...words: string[]) => {
    const update = run('update.sh', words);
    expect(await update.end()).toBe(1);
    expect(await currentOf(home)).toBe(productVersion);
    return update.output();
  };
  expect(await refusal(archive)).toContain(`version ${productVersion} is already installed`);
  const damaged = join(home, 'dossard-damaged.tar.gz');
  await writeFile(damaged, 'not what it was');
  expect(await refusal(damaged)).toContain('dossard-damaged.tar.gz.sha256 is missing');
  await writeFile(`${damaged}.sha256`, `${'0'.repeat(64)}  dossard-damaged.tar.gz\n`);
  expect(await refusal(damaged)).toContain('is damaged');
  expect(await refusal()).toContain('Say which package');
  await run('start.sh').ready();
  expect(await refusal(archive)).toContain('Stop it first');
});

test('the next start completes an update after a power cut while version and data change', async ({ install }) => {
  const newer = await makePackage(archive, '0.3.0', addMigration('create table of_a_test (id integer primary key)'));
  const { home, run, countRuns } = await installWithRun(install, archive);
  const update = run('update.sh', [newer, '--no-start']);
  expect(await update.end()).toBe(0);
  // The state between the two renames: the former data are moved away, the new ones are not in place yet.
  const data = join(home, 'data');
  await mkdir(join(data, 'update'));
  await chmod(join(data, 'update'), 0o777);
  await rename(join(data, 'postgres'), join(data, 'update', 'postgres'));
  await writeFile(
    join(data, 'update.json'),
    JSON.stringify({ dataDir: data, version: '0.3.0', former: productVersion }),
  );
  await writeFile(join(home, 'current'), `${productVersion}\n`);
  const again = run('start.sh');
  await again.ready();
  expect(await countRuns()).toBe(1);
  expect(await currentOf(home)).toBe('0.3.0');
});
