import { expect, test } from 'vitest';
import { nameCopy, numberZones } from './zone.copies.ts';

test.each<[string, number, string[], string[]]>([
  ['Zone 1', 1, [], ['Zone 1']],
  ['Zone 3', 3, [], ['Zone 3', 'Zone 4', 'Zone 5']],
  ['Zone 3', 3, ['zone 4', 'Zone 1'], ['Zone 3', 'Zone 5', 'Zone 6']],
  ['Les Dalles', 1, [], ['Les Dalles']],
  ['Les Dalles', 3, [], ['Les Dalles 1', 'Les Dalles 2', 'Les Dalles 3']],
  ['Z9', 2, [], ['Z9', 'Z10']],
  ['Zone 09', 2, [], ['Zone 09', 'Zone 10']],
  // The name typed for a single zone is kept, even if such a zone exists.
  ['Zone 3', 1, ['Zone 3'], ['Zone 3']],
  ['  Zone 2 ', 2, [], ['Zone 2', 'Zone 3']],
  ['', 2, [], ['', '']],
])('%j for %i zones beside %j', (first, count, taken, names) => {
  expect(numberZones(first, count, taken)).toEqual(names);
});

test.each([
  ['Zone 1', ['Zone 1'], 'Zone 2'],
  ['Zone 1', ['Zone 1', 'Zone 2', 'ZONE 3'], 'Zone 4'],
  ['Les Dalles', ['Les Dalles'], 'Les Dalles 2'],
  ['Les Dalles', ['Les Dalles', 'Les Dalles 2'], 'Les Dalles 3'],
  ['x'.repeat(100), ['x'.repeat(100)], `${'x'.repeat(98)} 2`],
])('a copy of %j beside %j is called %j', (name, taken, copy) => {
  expect(nameCopy(name, taken)).toBe(copy);
});
