import { expect, test } from 'vitest';
import { isSamePerson } from './same.person.rules.ts';

const person = (names: string, licence: string | null = null) => {
  const [first_name = '', last_name = ''] = names.split(' ');
  return { first_name, last_name, licence };
};

test.each([
  ['Lou Petit', 'Lou Petit', true],
  ['Lou Petit', 'LOU PÉTIT', true],
  ['Lou Petit', 'Lou Martin', true],
  ['Lou Petit', 'Loup Petit', true],
  ['Lou Petit', 'Petit Lou', true],
  ['Lou Petit', 'Inès Garnier', false],
  [' Dossard', 'Lou Petit', false],
])('%s and %s: %s (I4)', (before, after, same) => expect(isSamePerson(person(before), person(after))).toBe(same));

test.each([
  ['A1', 'A2', false],
  ['A1', 'a 1', true],
  ['A1', null, true],
  [null, 'A2', true],
])('a sister with licence %s after %s: %s', (before, after, same) =>
  expect(isSamePerson(person('Lou Petit', before), person('Inès Petit', after))).toBe(same),
);
