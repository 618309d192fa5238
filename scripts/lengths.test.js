import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/** Maximum number of lines of a file, tests included: a longer one has more than one idea. */
const longest = 420;

test('no file is too long', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.css'], { cwd: root, encoding: 'utf8' });
  const files = stdout.trim().split('\n');
  expect(files.length).toBeGreaterThan(500);
  const lengths = files
    .filter((file) => !file.endsWith('.gen.ts'))
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > longest)).toEqual([]);
});
