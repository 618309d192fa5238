import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isStale } from './build.js';

const folder = mkdtempSync(join(tmpdir(), 'dossard-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Creates a source in a new folder and its build, with the source a minute older.
 * @param {string} name
 */
function layOut(name) {
  const [sources, built] = [join(folder, name), join(folder, `${name}.js`)];
  mkdirSync(join(sources, 'feature'), { recursive: true });
  const source = join(sources, 'feature', 'feature.ts');
  writeFileSync(source, '');
  const before = Date.now() / 1_000 - 60;
  for (const path of [source, join(sources, 'feature'), sources]) utimesSync(path, before, before);
  writeFileSync(built, '');
  return { sources, built, source };
}

it('builds what is missing', () => {
  expect(isStale(join(folder, 'nowhere.js'), [layOut('missing').sources])).toBe(true);
});

it('keeps a build that is newer than all of its sources', () => {
  const { sources, built } = layOut('kept');
  expect(isStale(built, [sources])).toBe(false);
});

it('builds again when a source was changed or deleted', () => {
  const changed = layOut('changed');
  writeFileSync(changed.source, 'export {};');
  const deleted = layOut('deleted');
  rmSync(deleted.source);
  for (const { sources, built } of [changed, deleted]) {
    const earlier = Date.now() / 1_000 - 30;
    utimesSync(built, earlier, earlier);
    expect(isStale(built, [sources])).toBe(true);
  }
});
