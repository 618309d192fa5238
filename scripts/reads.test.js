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

/** Functions that write by hand without `readAgain`: it is kept elsewhere, the page is left, or their caller reads again. */
const elsewhere = [
  'web/src/features/administration/reset.tsx ResetDialog',
  'web/src/features/competitions/demonstration.tsx OpenDemonstration',
  'web/src/features/entries/linked.form.page.tsx Unconfirmed',
  'web/src/features/entries/linked.form.page.tsx LinkedRider',
  'web/src/features/entries/linked.form.page.tsx ChangeRider',
  'web/src/features/entries/linked.form.page.tsx AddRiders',
  'web/src/features/handout/handout.page.tsx useTicking',
  'web/src/features/invitations/invitation.page.tsx AcceptForm',
  'web/src/features/invitations/invitation.page.tsx AcceptAsSignedIn',
  'web/src/features/invitations/qr.invitation.tsx Invitation',
  'web/src/features/members/member.table.tsx RemoveUserDialog',
  'web/src/features/members/member.table.tsx RoleForm',
  'web/src/referee/server.contact.tsx sendReport',
  'web/src/referee/told/desk.messages.ts send',
];

test('a write that is not performed reads again what it changes', () => {
  const writes = endpoints.filter(({ method, topic }) => method !== 'GET' || !topic);
  const changing = new Set(writes.filter(({ changes = [] }) => changes.length > 0).map(({ name }) => name));
  const parts = files
    .filter(({ name }) => !/\.test\.|\/testing\//.test(name))
    .flatMap(({ name, text }) =>
      text.split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m).map((part) => ({
        name: `${name} ${/(?:function|const) (\w+)/.exec(part)?.[1]}`,
        part,
      })),
    );
  const forgetful = parts.filter(({ part }) => {
    const calls = [...part.matchAll(/callApi\(\s*(\w+),([^;]*)/g)];
    const isWrite = calls.some(([, called = '', sent = '']) => changing.has(called) && !sent.includes('dry_run'));
    return isWrite && !part.includes('readAgain(');
  });
  expect(forgetful.map(({ name }) => name)).toEqual(elsewhere);
});
