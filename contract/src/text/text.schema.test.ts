import { expect, test } from 'vitest';
import { line, paragraph } from './text.schema.ts';

test.each([
  ['an accent of its own', 'E\u0301lodie', 'Élodie'],
  ['spaces around', '  Le Gall ', 'Le Gall'],
  ['what nobody sees around', '\ufeff\u200bLe Gall\u200b', 'Le Gall'],
  ['joiners inside an emoji', 'Léa 👩\u200d🚀', 'Léa 👩\u200d🚀'],
  ['right to left', 'שרה', 'שרה'],
])('a line keeps what can be read of %s', (_, given, kept) => {
  expect(line(1).parse(given)).toBe(kept);
});

test.each([
  ['nothing', ''],
  ['spaces', ' \u00a0 '],
  ['what nobody sees', '\u200b\u2060'],
  ['a control character', 'a\u0007b'],
  ['half a character', 'a\ud842b'],
  ['two lines', 'a\nb'],
  ['a mark that turns what stands around it', 'a\u202ebc'],
  ['an open isolate', 'a\u2066bc'],
])('a line is not %s', (_, given) => {
  expect(line(1).safeParse(given).success).toBe(false);
});

test('a paragraph has lines, and no marks that turn what stands around it', () => {
  expect(paragraph().parse('a\r\nb')).toBe('a\nb');
  expect(paragraph().safeParse('a\u202ebc').success).toBe(false);
});
