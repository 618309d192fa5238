import { expect, test } from 'vitest';
import { genderWords, groupWords, isYouthCategory, takenGenderWords, type YouthWords } from './gender.words.ts';

test.each([
  ['U9', true],
  ['U17', true],
  ['u 13', true],
  ['Minime', true],
  ['Cadettes', true],
  ['Poussin', true],
  ['U19', false],
  ['Junior', false],
  ['Élite', false],
  ['Vétéran', false],
  ['Open', false],
  ['', false],
])('%j is a youth category: %s', (category, isYouth) => {
  expect(isYouthCategory(category)).toBe(isYouth);
});

test.each<[string, 'H' | 'F', YouthWords | undefined, string, string]>([
  ['U13', 'F', undefined, 'U13 Femmes', 'U13 Women'],
  ['U13', 'H', 'women_men', 'U13 Hommes', 'U13 Men'],
  ['U13', 'F', 'girls_boys', 'U13 Filles', 'U13 Girls'],
  ['U13', 'H', 'girls_boys', 'U13 Garçons', 'U13 Boys'],
  ['Élite', 'F', 'girls_boys', 'Élite Femmes', 'Élite Women'],
  ['Vétéran', 'H', 'girls_boys', 'Vétéran Hommes', 'Vétéran Men'],
])('%s %s, with %s, is called %s', (category, gender, youth, fr, en) => {
  expect(groupWords({ category, gender }, youth)).toEqual({ fr, en });
});

test('an existing graduation is named as in the lists, in English by its letter', () => {
  expect(takenGenderWords({ category: 'U13', gender: 'F' }, 'girls_boys')).toEqual({ fr: 'Filles', en: 'F' });
});

test('without a category, women and men', () => {
  expect([genderWords('F').fr, genderWords('H').en]).toEqual(['Femmes', 'Men']);
});
