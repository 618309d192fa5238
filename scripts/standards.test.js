import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './runtime.js';
import { findFaults, listProofs, listStandards, parseProofs, parseStandard, printSheet } from './standards.js';

const standards = listStandards();
const proofs = listProofs(standards.map(({ name }) => name));

describe.each(standards)('the sheet of $name', (standard) => {
  test('has a line for each requirement, and a test for each that is met', () => {
    expect(findFaults(standard, proofs).join('\n')).toBe('');
  });

  test('is up to date with its lines and the tests', async () => {
    await expect(printSheet(standard, proofs)).toMatchFileSnapshot(join(root, standard.sheet));
  });

  test('links to pages that exist', () => {
    const sheet = printSheet(standard, proofs);
    const links = [...sheet.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
    const lost = links.filter(
      (link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(standard.sheet), link)),
    );
    expect(lost).toEqual([]);
  });
});

describe('a sheet', () => {
  const data = `name: ABC
sheet: docs/abc.md
title: A standard
count: 3
numbers: 1.1.1-1.1.2, 2.1.1

A word before.

## 1 First
1.1.1 | Doors | met | Six of them.
1.1.2 | Feet | not applicable | Nobody has any.

## 2 Second
2.1.1 | Time | deviation | Ours is longer.
`;
  const prove = (/** @type {string} */ code) => parseProofs('a.test.ts', code, ['ABC']);
  const proof = prove(`  // ABC 1.1.1\n  test('six doors', () => {})`);

  test('is printed with the tests that carry its numbers', () => {
    const sheet = printSheet(parseStandard(data), proof);
    expect(sheet).toContain('3 requirements: 1 met, 0 judged, 1 not applicable, 1 deviation.');
    expect(sheet).toContain('| 1.1.1 | Doors | met | Six of them. | [six doors](../a.test.ts) |');
    expect(sheet).toContain('| 1.1.2 | Feet | not applicable | Nobody has any. | – |');
    expect(findFaults(parseStandard(data), proof)).toEqual([]);
  });

  test.each([
    ['a number has no line', data.replace(/^2\.1\.1.*$/m, ''), proof, 'ABC 2.1.1 has no line'],
    ['a number has two lines', `${data}\n1.1.1 | Doors | met | Again.`, proof, 'ABC 1.1.1 has two lines'],
    ['a line has an unknown number', `${data}\n9.9.9 | x | judged | y`, proof, 'ABC 9.9.9 is not in “numbers”'],
    ['the count of numbers is wrong', data.replace('count: 3', 'count: 4'), proof, 'ABC has 4 requirements'],
    ['no test carries what is met', data, [], 'ABC 1.1.1 is “met”, but no test carries it'],
    ['a test carries an unknown number', data, [...proof, ...prove(`// ABC 7.7.7\ntest('no')`)], 'carries ABC 7.7.7'],
    ['a test carries what does not apply', data, [...proof, ...prove(`// ABC 1.1.2\ntest('a')`)], 'ABC 1.1.2 is “not'],
    ['a state is unknown', data.replace('deviation', 'perhaps'), proof, 'missing: perhaps'],
    ['the reason is missing', data.replace('Ours is longer.', ''), proof, 'ABC 2.1.1: words, how'],
    ['a line has too many parts', data.replace('longer.', 'long | er'), proof, 'unreadable'],
  ])('fails if %s', (_, text, found, fault) => {
    expect(findFaults(parseStandard(text), found).join('\n')).toContain(fault);
  });

  test.each([
    ['a test', `// ABC 1.1.1, 1.1.2\ntest('six doors', run);`, 'six doors'],
    ['a test after other comments', `// ABC 1.1.1, 1.1.2\n// Because.\ntest('six doors', run);`, 'six doors'],
    ['a group', `// ABC 1.1.1, 1.1.2\ntest.describe("it's six", run);`, "it's six"],
    ['a table', `// ABC 1.1.1, 1.1.2\ntest.each([\n  ['not this'],\n])('%s doors', run);`, '%s doors'],
    ['a title with a value', '// ABC 1.1.1, 1.1.2\ntest(`six $' + '{doors} of them`, run);', 'six … of them'],
  ])('finds the title of %s', (_, code, title) => {
    expect(prove(code).map((found) => [found.number, found.title])).toEqual([
      ['1.1.1', title],
      ['1.1.2', title],
    ]);
  });

  test.each([
    ['nothing', '// ABC 1.1.1\nconst doors = 6;'],
    ['a test that is skipped', `// ABC 1.1.1\ntest.skip('six doors', run);`],
    ['a group that is skipped', `// ABC 1.1.1\ntest.describe.fixme('six doors', run);`],
  ])('refuses a comment above %s', (_, code) => {
    expect(() => prove(code)).toThrow('no test that runs follows');
  });

  test.each(['// ABC: 1.1.1', '// ABC 1.1.1 and 1.1.2', '// ABC 1.1.1,'])('refuses the comment %s', (comment) => {
    expect(() => prove(`${comment}\ntest('six doors', run);`)).toThrow('no list of numbers');
  });
});
