import { describe, expect, test } from 'vitest';
import { countUnauthorized, isFinalRefusal, retryWait } from './policy.ts';

describe('retries', () => {
  test.each([0, 500, 502, 503, 504, 599, 408, 429])(
    '%i is retried after 1000 ms, after 2000 ms, and no more',
    (status) => {
      expect([0, 1, 2].map((attempt) => retryWait({ status, attempt }))).toEqual([1000, 2000, undefined]);
    },
  );
  test.each([200, 204, 304, 400, 401, 403, 404, 409, 413, 422])('%i is final', (status) => {
    expect(retryWait({ status, attempt: 0 })).toBeUndefined();
  });
  test.each([
    [429, 0, 4000, 4000],
    [503, 1, 600_000, 10_000],
    [429, 1, 500, 2000],
  ])('after %i, attempt %i, a Retry-After of %i ms means %i ms', (status, attempt, retryAfterMs, wait) => {
    expect(retryWait({ status, attempt, retryAfterMs })).toBe(wait);
  });
});

test.each([
  [400, true],
  [403, true],
  [409, true],
  [401, false],
  [408, false],
  [429, false],
  [500, false],
  [0, false],
])('%i would be refused again: %s', (status, expected) => expect(isFinalRefusal(status)).toBe(expected));

describe('consecutive 401s', () => {
  type Answer = [status: number, call?: string];

  /** Returns the positions, counted from 1, of the answers after which the session is over. */
  function overAfter(answers: readonly Answer[]): number[] {
    let count = 0;
    return answers.flatMap(([status, call = 'listZones'], index) => {
      const counted = countUnauthorized(count, { call, status });
      count = counted.count;
      return counted.isOver ? [index + 1] : [];
    });
  }
  const times = (count: number, answer: Answer) => Array.from({ length: count }, () => answer);

  test.each<[string, Answer[], number[]]>([
    ['the third ends the session', times(3, [401]), [3]],
    ['the count then starts again', times(7, [401]), [3, 6]],
    ['a success resets it', [[401], [401], [204], [401], [401]], []],
    ['any other refusal resets it', [[401], [401], [500], [401], [401]], []],
    ['so does a call without an answer', [[401], [401], [0], [401], [401]], []],
    ['the login is not counted', [[401], ...times(5, [401, 'login']), [401]], []],
    ['nor is the check of the session', [[401], ...times(5, [401, 'getProfile']), [401]], []],
    ['and neither resets the count', [[401], [401], [401, 'login'], [401]], [4]],
  ])('%s', (_, answers, expected) => {
    expect(overAfter(answers)).toEqual(expected);
  });
});
