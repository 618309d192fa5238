import fc from 'fast-check';
import { expect, test } from 'vitest';
import { line, paragraph, timeSchema } from './text.schema.ts';

test.each([
  ['a combining accent', 'E\u0301lodie', 'Élodie'],
  ['spaces around', '  Le Gall ', 'Le Gall'],
  ['invisible characters around', '\ufeff\u200bLe Gall\u200b', 'Le Gall'],
  ['joiners inside an emoji', 'Léa 👩\u200d🚀', 'Léa 👩\u200d🚀'],
  ['a variation selector of an emoji', 'Léa ❤\ufe0f', 'Léa ❤\ufe0f'],
  ['right to left', 'שרה', 'שרה'],
])('a line keeps the readable part of %s', (_, given, kept) => {
  expect(line(1).parse(given)).toBe(kept);
});

test.each([
  ['nothing', ''],
  ['spaces', ' \u00a0 '],
  ['invisible characters', '\u200b\u2060'],
  ['a control character', 'a\u0007b'],
  ['half a character', 'a\ud842b'],
  ['two lines', 'a\nb'],
  ['a mark that changes the direction of the surrounding text', 'a\u202ebc'],
  ['an open isolate', 'a\u2066bc'],
])('a line is not %s', (_, given) => {
  expect(line(1).safeParse(given).success).toBe(false);
});

test('a line that shows nothing is empty, whatever it consists of', () => {
  const unseen = [
    ...' \u00a0\u3000\u00ad\u034f\u115f\u1160\u180b\u200b\u200d\u2060\u2800\u3164\ufe0f\ufeff\uffa0\u{e0100}',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...unseen), { maxLength: 6 }), (marks) => {
      expect(line(0).parse(marks.join(''))).toBe('');
      expect(line(1).safeParse(marks.join('')).success).toBe(false);
    }),
  );
});

test('a paragraph has lines, and no marks that change the direction of the surrounding text', () => {
  expect(paragraph().parse('a\r\nb')).toBe('a\nb');
  expect(paragraph().safeParse('a\u202ebc').success).toBe(false);
});

test.each([
  ['2027-06-12T10:00:00Z', '2027-06-12T10:00:00.000Z'],
  ['2027-06-12T10:00:00.5Z', '2027-06-12T10:00:00.500Z'],
  ['2199-12-31T23:59:59.9999999Z', '2199-12-31T23:59:59.999Z'],
])('a moment is truncated to milliseconds: %s', (given, kept) => {
  expect(timeSchema.parse(given)).toBe(kept);
});

test.each(['2200-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '2027-02-30T10:00:00Z', '2027-06-12T10:00:60Z', 'now'])(
  '%s is no moment',
  (given) => {
    expect(timeSchema.safeParse(given).success).toBe(false);
  },
);
