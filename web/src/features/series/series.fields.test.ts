import { expect, test } from 'vitest';
import {
  formatPoints,
  formatPointsByGroup,
  formatRenamed,
  parsePoints,
  parsePointsByGroup,
  parseRenamed,
} from './series.fields.ts';

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

test.each([
  ['U13 F = 100, 80', [{ category: 'U13', gender: 'F', points: [100, 80] }]],
  ['U13 F : 100, 80', [{ category: 'U13', gender: 'F', points: [100, 80] }]],
  [
    'Super Elite h=9\n\nU15 F',
    [
      { category: 'Super Elite', gender: 'H', points: [9] },
      { category: 'U15', gender: 'F', points: [] },
    ],
  ],
  ['U13 = 100', [{ category: '', gender: 'U13', points: [100] }]],
])('points by group %j', (text, tables) => expect(parsePointsByGroup(text)).toEqual(tables));

test('parsing reverses formatting', () => {
  expect(parsePoints(formatPoints([3, 2, 1]))).toEqual([3, 2, 1]);
  const tables = [{ category: 'U13', gender: 'F' as const, points: [100, 80] }];
  expect(parsePointsByGroup(formatPointsByGroup(tables))).toEqual(tables);
  const renamed = [{ category: 'Minime', counts_as: 'U13' }];
  expect(parseRenamed(formatRenamed(renamed))).toEqual(renamed);
});
