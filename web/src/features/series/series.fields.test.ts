import { expect, test } from 'vitest';
import { formatPoints, formatRenamed, parsePoints, parseRenamed } from './series.fields.ts';

test.each([
  ['150, 147, 144', [150, 147, 144]],
  ['150 147;144', [150, 147, 144]],
  ['150\n147,\t144 ', [150, 147, 144]],
  ['', []],
  ['150, x', [150, Number.NaN]],
])('points %j', (text, points) => expect(parsePoints(text)).toEqual(points));

test.each([
  ['Minime = U13', [{ category: 'Minime', counts_as: 'U13' }]],
  [
    'U 15=U13\n\n Cadet = U17 ',
    [
      { category: 'U 15', counts_as: 'U13' },
      { category: 'Cadet', counts_as: 'U17' },
    ],
  ],
  ['Minime', [{ category: 'Minime', counts_as: '' }]],
])('renamed %j', (text, renamed) => expect(parseRenamed(text)).toEqual(renamed));

test('what was formatted is parsed again', () => {
  expect(parsePoints(formatPoints([3, 2, 1]))).toEqual([3, 2, 1]);
  const renamed = [{ category: 'Minime', counts_as: 'U13' }];
  expect(parseRenamed(formatRenamed(renamed))).toEqual(renamed);
});
