import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { expect, test } from 'vitest';
import { placeOfRider } from './rider.place.ts';

const entry = (dossard: number, category: string, gender: 'H' | 'F' = 'F') =>
  ({ dossard, category, gender }) as RankingEntry;
/** Girls of U11 and U13 alternately: the 16th of each is on the second page. */
const everybody = Array.from({ length: 40 }, (_, at) => entry(at + 1, at % 2 === 0 ? 'U11' : 'u 13'));
const ranked = [
  { category: 'U11', gender: 'F' as const },
  { category: 'U13', gender: 'F' as const },
];

test.each([
  [1, 'U11', 1],
  [2, 'U13', 1],
  [29, 'U11', 1],
  [31, 'U11', 2],
  [32, 'U13', 2],
])('bib %i is found in %s on page %i', (dossard, category, page) => {
  const rider = everybody[dossard - 1] as RankingEntry;
  expect(placeOfRider(everybody, rider, ranked)).toEqual({ dossard, category, gender: 'F', page });
});

test('a rider whose group is not ranked is not found', () => {
  const boy = entry(99, 'U13', 'H');
  expect(placeOfRider([...everybody, boy], boy, ranked)).toBeUndefined();
});
