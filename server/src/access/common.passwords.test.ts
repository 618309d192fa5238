import { expect, it, test } from 'vitest';
import { commonPasswords } from './common.password.list.ts';
import { isCommonPassword } from './common.passwords.ts';
import { generatePassword } from './password.ts';

/* Passwords that are rejected although they have eight characters, both cases and a digit (V8). */

// ASVS 6.2.4
it.each([
  ['Password1', 'as it is listed, but for its case'],
  ['Qwerty123', 'as it is listed, but for its case'],
  ['1Qaz2wsx', 'as it is listed, but for its case'],
  ['Azerty2027', 'with a year'],
  ['Dragon-1985', 'with a sign and a year'],
  ['Welcome1!', 'with a digit and a sign'],
  ['P@ssw0rd1', 'with signs for letters'],
  ['P@ssword2027!', 'with signs for letters, a year and a sign'],
  ['Motdepasse1', 'common in French'],
  ['Dossard-2027', 'the name of the product'],
])('%s is common: %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

it.each([
  ['Trial-2027', 'a word that is not among the most common ones'],
  ['Montagne-2027', 'a word that is not among the most common ones'],
  ['Dragon-738164', 'more behind the word than people remember as a year'],
  ['Vélo-rouge-3-zones', 'several words'],
  ['Été-2027-Ardèche', 'letters of any language'],
  ['12-34-56-Ab', 'nothing listed'],
])('%s is not: %s', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});

// ASVS 6.2.4
test('the list has more than 3,000 entries that the rule of registration accepts, in lower case', () => {
  const passing = commonPasswords.filter((entry) => entry.length >= 8 && /\d/.test(entry) && /\p{Ll}/u.test(entry));
  expect(passing.length).toBeGreaterThan(3000);
  expect(commonPasswords.filter((entry) => entry !== entry.toLowerCase())).toEqual([]);
});

test('no generated password is common', async () => {
  const invented = Array.from({ length: 200 }, () => generatePassword());
  expect(await Promise.all(invented.map(isCommonPassword))).not.toContain(true);
});
