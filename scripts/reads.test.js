import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/** Two reads joined by hand, in their errors or their data; `useReads` says which of them the page can do without. */
const joined = /\.error \?\? \w+\.error|!\(\w+\.data && |!\w+\.data \|\| !\w+\.data/;

test('a page that needs several reads says which it can do without', () => {
  const { stdout } = spawnSync('git', ['ls-files', 'web/src/*.tsx'], { cwd: root, encoding: 'utf8' });
  const files = stdout.trim().split('\n');
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => joined.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
