import { expect, test } from 'vitest';
import { fillWords, preferredLanguage } from './language.ts';

test.each([
  [undefined, 'fr'],
  ['', 'fr'],
  ['en', 'en'],
  ['en-GB,fr;q=0.8', 'en'],
  ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
  ['fr;q=0.5, en;q=0.7', 'en'],
  ['de,en;q=0.5', 'en'],
  ['de', 'fr'],
  ['en;q=0', 'fr'],
  [';;;,', 'fr'],
])('Accept-Language %j means %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test('a sentence keeps the names for which there is no value', () => {
  const words = { fr: '{a} et {b}', en: '{a} and {b}' };
  expect(fillWords(words, 'en', { a: 1 })).toBe('1 and {b}');
  expect(fillWords(words, 'fr', { a: 1, b: { fr: 'deux', en: 'two' } })).toBe('1 et deux');
});
