import { expect, test } from 'vitest';
import { preferredLanguage, say } from './language.ts';

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
  const and = ({ a, b }: { a: unknown; b: unknown }, { locale }: { locale: string }) =>
    locale === 'fr' ? `${a} et ${b}` : `${a} and ${b}`;
  expect(say(and, { a: 1 }, 'en')).toBe('1 and {b}');
  expect(say(and, { a: 1, b: { fr: 'deux', en: 'two' } }, 'fr')).toBe('1 et deux');
});
