import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetNames } from './sheet.names.ts';

test.each([
  ['stay as they are', ['U13 F', 'U13 H', 'Passages'], ['U13 F', 'U13 H', 'Passages']],
  ['lose what Excel refuses', ["'a/b\\c:d*e?f[g] F"], ['’a-b-c-d-e-f-g- F']],
  ['keep their end when they are too long', [`${'x'.repeat(40)} F`], [`${'x'.repeat(28)}… F`]],
  ['differ in more than case', ['élite F', 'Élite F', 'ÉLITE F'], ['élite F', 'Élite F (2)', 'ÉLITE F (3)']],
  [
    'differ when the difference was cut off',
    [`${'x'.repeat(35)}1 F`, `${'x'.repeat(35)}2 F`],
    [`${'x'.repeat(28)}… F`, `${'x'.repeat(24)}… F (2)`],
  ],
  ['are not taken for an escaped character', ['_x0041_ F'], ['-x0041_ F']],
  ['never end inside a character', [`${'🚵'.repeat(20)} F`], [`${'🚵'.repeat(14)}… F`]],
])('names of sheets %s', (_, wanted, names) => {
  expect(sheetNames(wanted)).toEqual(names);
});

test('any categories give sheet names that are valid in Excel', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })), (categories) => {
      const names = sheetNames(categories.map((category) => `${category} F`));
      for (const name of names) expect(name).toMatch(/^(?!')[^[\]:*?/\\\p{C}]{1,31}(?<!')$/u);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    }),
  );
});
