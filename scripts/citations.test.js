import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/* Code and tests cite the rules of docs/rules.md by number in parentheses, such as (R4) or (R2–R8, W2). */

const rules = [...readFileSync(join(root, 'docs', 'rules.md'), 'utf8').matchAll(/^\| \*\*([A-Z]\d+)\*\* \|/gm)].map(
  ([, number = '']) => number,
);

const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.js'], { cwd: root, encoding: 'utf8' });
const citations = stdout
  .trim()
  .split('\n')
  .filter((file) => !file.endsWith('citations.test.js'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/\(((?:[A-Z]\d+(?:–|, )?)+)\)/g)].flatMap(([, cited = '']) =>
      cited.split(', ').flatMap((part) => {
        const [first = '', last] = part.split('–');
        if (last === undefined) return [{ file, number: first }];
        return rules.slice(rules.indexOf(first), rules.indexOf(last) + 1).map((number) => ({ file, number }));
      }),
    );
  });

test('every rule has a unique number', () => {
  expect(rules.length).toBeGreaterThan(40);
  expect(new Set(rules).size).toBe(rules.length);
});

test('every citation refers to a rule', () => {
  expect(citations.filter(({ number }) => !rules.includes(number))).toEqual([]);
});

test('every rule is cited', () => {
  expect(rules.filter((rule) => !citations.some(({ number }) => number === rule))).toEqual([]);
});

test('no citation names a document outside of the repository', () => {
  const found = spawnSync(
    'git',
    [
      'grep',
      '-nE',
      'spec §|\\((spec|api|design|domain)[:,] "|\\b(spec|api|design|domain)\\.md\\b',
      '--',
      '*.ts',
      '*.tsx',
      '*.md',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  expect(found.stdout).toBe('');
});
