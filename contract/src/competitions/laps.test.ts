import { expect, test } from 'vitest';
import { type Laps, lapsOf, lapsOfGroupsSchema, lapsSchema } from './laps.ts';

const girls = { category: 'U13', gender: 'F' } as const;
const boys = { category: 'U13', gender: 'H' } as const;

test.each<[string, Laps, number | null]>([
  ['nothing is known of an older server’s competition', {}, null],
  ['nothing is known until the organiser says', { laps: null, laps_of_groups: [] }, null],
  ['all ride the laps of the competition', { laps: 3, laps_of_groups: [] }, 3],
  ['a group may ride another number', { laps: 3, laps_of_groups: [{ ...girls, laps: 2 }] }, 2],
  ['another group does not count', { laps: 3, laps_of_groups: [{ ...boys, laps: 2 }] }, 3],
  ['a group may be the only one with a number', { laps: null, laps_of_groups: [{ ...girls, laps: 2 }] }, 2],
  ['a category is compared without case', { laps: 3, laps_of_groups: [{ ...girls, category: 'u 13', laps: 2 }] }, 2],
])('%s (P1)', (_, laps, expected) => expect(lapsOf(laps, girls)).toBe(expected));

test.each([1, 9, null])('%j is a number of laps (P1)', (laps) => expect(lapsSchema.parse(laps)).toBe(laps));
test.each([0, 10, 1.5, '3', undefined])('%j is none', (laps) => expect(lapsSchema.safeParse(laps).success).toBe(false));

test('a group has the same number of laps in any spelling', () => {
  const spelledTwice = [
    { ...girls, laps: 2 },
    { ...girls, category: 'u 13', laps: 3 },
  ];
  expect(lapsOfGroupsSchema.safeParse(spelledTwice).success).toBe(false);
  expect(lapsOfGroupsSchema.safeParse([spelledTwice[0], { ...boys, laps: 3 }]).success).toBe(true);
});
