import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../contract/src/endpoints.ts';
import { root } from './runtime.js';

const { stdout } = spawnSync('git', ['ls-files', 'web/src/*.ts', 'web/src/*.tsx'], { cwd: root, encoding: 'utf8' });
const files = stdout
  .trim()
  .split('\n')
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

/** Two reads joined by hand, in their errors or their data; `useReads` says which of them the page can do without. */
const joined = /\.error \?\? \w+\.error|!\(\w+\.data && |!\w+\.data \|\| !\w+\.data/;

test('a page that needs several reads says which it can do without', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter(({ text }) => joined.test(text)).map(({ name }) => name)).toEqual([]);
});

/** Files that make writes by hand without `readAgain`: what they change is kept elsewhere, or the page is left. */
const elsewhere = [
  'web/src/features/administration/reset.tsx',
  'web/src/features/competitions/demonstration.tsx',
  'web/src/features/entries/linked.form.page.tsx',
  'web/src/features/handout/handout.page.tsx',
  'web/src/features/invitations/invitation.page.tsx',
  'web/src/features/invitations/qr.invitation.tsx',
  'web/src/features/members/member.table.tsx',
  'web/src/referee/server.contact.tsx',
];

test('a write that is not performed reads again what it changes', () => {
  const changing = new Set(endpoints.filter(({ changes = [] }) => changes.length > 0).map(({ name }) => name));
  const forgetful = files.filter(({ name, text }) => {
    if (/\.test\.|\/testing\//.test(name) || text.includes('readAgain(')) return false;
    const calls = [...text.matchAll(/callApi\(\s*(\w+),([^;]*)/g)];
    return calls.some(([, called = '', sent = '']) => changing.has(called) && !sent.includes('dry_run'));
  });
  expect(forgetful.map(({ name }) => name)).toEqual(elsewhere);
});
