import { expect, test } from 'vitest';
import { publicNamesOn, showNames } from './public.names.ts';

test.each([
  ['full', 'Anne-Lise', 'Le Gall'],
  ['initials', 'A.-L.', 'L. G.'],
  ['bib', '', ''],
] as const)('a rider is shown by %s', (shown, first_name, last_name) => {
  expect(showNames({ first_name: 'Anne-Lise', last_name: 'Le Gall' }, shown)).toEqual({ first_name, last_name });
});

test.each([
  ['élodie', 'É.'],
  ['D’Arc', 'D.'],
  ['𠮷田', '𠮷.'],
])('the initials of %s are whole characters', (name, initials) => {
  expect(showNames({ first_name: name, last_name: '' }, 'initials').first_name).toBe(initials);
});

test.each([
  ['2027-06-12', 'initials'],
  ['2027-06-13', 'bib'],
])('on %s, names shown until 12 June are shown by %s', (day, shown) => {
  expect(publicNamesOn(day, { public_names: 'initials', names_until: '2027-06-12' })).toBe(shown);
});
