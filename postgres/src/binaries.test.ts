import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ageOf, makeLinks, published } from './binaries.ts';
import { test } from './testing/postgres.servers.ts';

test('programs of a known version have an age in days', () => {
  const home = '';
  const now = Date.parse(published.on) + 91.5 * 86_400_000;
  expect(ageOf({ home, version: published.version }, now)).toBe(91);
  expect(ageOf({ home, version: '17.10.0' }, now)).toBeUndefined();
});

test('links are created when an install script was not allowed to', async ({ servers }) => {
  const root = await servers.makeFolder();
  await mkdir(join(root, 'native', 'lib'), { recursive: true });
  await writeFile(join(root, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));

  await makeLinks(root);
  await makeLinks(root);
  expect(await readlink(join(root, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(join(root, 'native', 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
});
