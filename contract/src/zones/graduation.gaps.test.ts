import { expect, test } from 'vitest';
import type { Group } from '../categories/group.ts';
import { findGraduationGaps } from './graduation.gaps.ts';

const groups = (...names: string[]) =>
  names.map((name): Group => ({ category: name.slice(0, -2), gender: name.endsWith('H') ? 'H' : 'F' }));

test.each<[string, string[], string[], [string, number, string[]][]]>([
  ['every group has a graduation', ['U13 F', 'u 13 F', 'U13 H'], ['U13 F', 'U13 H'], []],
  [
    'a category is unknown',
    ['U13 F', 'Elite F', 'Elite F', 'Elite H'],
    ['U13 F', 'Élite F', 'Élite H'],
    [
      ['Elite F', 2, ['Élite']],
      ['Elite H', 1, ['Élite']],
    ],
  ],
  ['spellings of one category are counted together', ['Elite F', 'ELITE F'], ['Élite F'], [['Elite F', 2, ['Élite']]]],
  ['two known categories are meant', ['Poussin F'], ['U9 F', 'U11 F'], [['Poussin F', 1, ['U9', 'U11']]]],
  [
    'only the other gender has a graduation: another category is not meant',
    ['U13 H'],
    ['U13 F', 'U11 H'],
    [['U13 H', 1, []]],
  ],
  ['a category of the same gender is nearer', ['Elite H'], ['Élite F', 'Expert H'], [['Elite H', 1, ['Élite']]]],
  [
    'in natural order, women first',
    ['U11 H', 'U9 H', 'U9 F'],
    ['U17 F'],
    [
      ['U9 F', 1, []],
      ['U9 H', 1, []],
      ['U11 H', 1, []],
    ],
  ],
  ['no zone has a graduation yet', ['U13 F', 'Elite H'], [], []],
  ['nobody is entered', [], ['U13 F'], []],
])('%s', (_, riders, graduations, gaps) => {
  const found = findGraduationGaps(groups(...riders), groups(...graduations));
  expect(
    found.map(({ category, gender, riders: count, nearest }) => [`${category} ${gender}`, count, nearest]),
  ).toEqual(gaps);
});
