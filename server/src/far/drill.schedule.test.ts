import { expect, test } from 'vitest';
import { isDrillDue } from './drill.schedule.ts';

test.each([
  ['2027-06-12T03:29', '2027-06-11T03:30', true, false],
  ['2027-06-12T03:30', '2027-06-11T03:30', true, true],
  ['2027-06-12T19:00', '2027-06-11T03:30', true, true],
  ['2027-06-12T19:00', '2099-06-11T03:30', true, true],
  ['2027-06-12T03:45', '2027-06-12T03:30', true, false],
  ['2027-06-12T04:29', '2027-06-12T03:30', false, false],
  ['2027-06-12T04:30', '2027-06-12T03:30', false, true],
  ['2027-06-12T02:00', undefined, true, false],
  ['2027-06-12T03:31', undefined, true, true],
])('a drill at 03:30 is due at %s, after one at %s that succeeded (%s): %s', (at, last, is_good, expected) => {
  const before = last ? { at: new Date(last).toISOString(), name: null, is_good, sentence: '' } : null;
  expect(isDrillDue('03:30', before, new Date(at))).toBe(expected);
});
