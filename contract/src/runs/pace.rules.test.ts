import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countBySteps, isQuiet, paceSteps, secondsUntilThrough } from './pace.rules.ts';

const hour = (...latest: number[]) => [...Array<number>(paceSteps - latest.length).fill(0), ...latest];

describe('the pace of a zone (P4)', () => {
  test.each([
    { ages: [], counts: hour() },
    { ages: [0, 299.9, 300], counts: hour(1, 2) },
    { ages: [3_599, 3_600, 9_000], counts: [1, ...hour().slice(1)] },
    // A phone whose clock is ahead.
    { ages: [-40], counts: hour(1) },
  ])('counts runs of $ages seconds ago', ({ ages, counts }) => {
    expect(countBySteps(ages)).toEqual(counts);
  });

  test('counts each run of the last hour once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 7_200 })), (ages) => {
        const counted = countBySteps(ages).reduce((total, count) => total + count, 0);
        expect(counted).toBe(ages.filter((age) => age < 3_600).length);
      }),
    );
  });

  test.each([
    { lastHour: hour(2, 2, 2, 2, 2, 2), missing: 12, seconds: 1_800 },
    { lastHour: hour(2, 2, 2, 2, 2, 2), missing: 1, seconds: 150 },
    // A fast pace an hour ago does not count now.
    { lastHour: [9, 9, 9, 9, 9, 9, 1, 1, 0, 0, 0, 0], missing: 5, seconds: null },
    // Counted since its first run, for a zone that has just opened.
    { lastHour: hour(1, 1, 1), missing: 6, seconds: 1_800 },
    { lastHour: hour(5), missing: 10, seconds: 600 },
    { lastHour: hour(), missing: 0, seconds: 0 },
    { lastHour: hour(), missing: 4, seconds: null },
  ])('$missing runs missing after $lastHour', ({ lastHour, missing, seconds }) => {
    expect(secondsUntilThrough(lastHour, missing)).toBe(seconds);
  });

  test.each([
    { lastHour: hour(), quiet: false },
    { lastHour: hour(4, 0, 0, 0), quiet: true },
    { lastHour: hour(4, 0, 0), quiet: false },
    { lastHour: hour(4, 0, 0, 1), quiet: false },
  ])('$lastHour is quiet: $quiet', ({ lastHour, quiet }) => {
    expect(isQuiet(lastHour)).toBe(quiet);
  });
});
