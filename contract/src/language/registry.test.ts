import { expect, test } from 'vitest';
import { m } from '../paraglide/messages.js';
import { say } from './language.ts';
import { elide, plural } from './registry.ts';

test.each([
  ['Tom', 'de Tom'],
  ['Inès', 'd’Inès'],
  ['Élodie', 'd’Élodie'],
  ['œuvre', 'd’œuvre'],
  ['Hugo', 'de Hugo'],
  ['Yves', 'd’Yves'],
  ['Yann', 'de Yann'],
  ['U13 F', 'de U13 F'],
  ['ines@dossard.test', 'd’ines@dossard.test'],
  ['3 passages', 'de 3 passages'],
])('« de » before %s', (name, expected) => {
  expect(elide('fr', name, { word: 'de' })).toBe(expected);
});

test('« que » is elided too', () => {
  expect([elide('fr', 'Annecy', { word: 'que' }), elide('fr', 'Vienne', { word: 'que' })]).toEqual([
    'qu’Annecy',
    'que Vienne',
  ]);
});

test('messages elide by themselves', () => {
  const taken = { code: 'dossard_taken', of: '', value: 3, holder: 'Inès Roux' } as const;
  expect(say(m.problem, taken, 'fr')).toBe('Le dossard 3 est déjà celui d’Inès Roux.');
  expect(say(m.problem, taken, 'en')).toBe('Bib number 3 already belongs to Inès Roux.');
});

test.each([
  ['fr', 'cardinal', [0, 1, 2], ['one', 'one', 'other']],
  ['en', 'cardinal', [0, 1, 2], ['other', 'one', 'other']],
  ['fr', 'ordinal', [1, 2, 3, 4], ['one', 'other', 'other', 'other']],
  ['en', 'ordinal', [1, 2, 3, 4, 11, 22], ['one', 'two', 'few', 'other', 'other', 'two']],
] as const)('%s, %s: the forms of numbers', (language, type, counts, forms) => {
  expect(counts.map((count) => plural(language, count, { type }))).toEqual(forms);
});
