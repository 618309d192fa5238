import { expect, test } from 'vitest';
import { afterAnswer } from './unauthorized.counter.ts';

/** Plays answers one after the other and tells at which of them the session was given up. */
function givenUpAt(answers: [call: string, status: number][]): number[] {
  let count = 0;
  return answers.flatMap(([call, status], index) => {
    const next = afterAnswer(count, call, status);
    count = next.count;
    return next.giveUp ? [index + 1] : [];
  });
}

test.each([
  [
    'the third 401 in a row',
    [
      ['listZones', 401],
      ['recordRun', 401],
      ['listZones', 401],
    ],
    [3],
  ],
  [
    'the counter begins anew after it',
    [
      ['a', 401],
      ['a', 401],
      ['a', 401],
      ['a', 401],
      ['a', 401],
      ['a', 401],
    ],
    [3, 6],
  ],
  [
    'a success resets it',
    [
      ['a', 401],
      ['a', 401],
      ['a', 200],
      ['a', 401],
      ['a', 401],
    ],
    [],
  ],
  [
    'any other error resets it',
    [
      ['a', 401],
      ['a', 401],
      ['a', 500],
      ['a', 401],
      ['a', 0],
      ['a', 401],
    ],
    [],
  ],
  [
    'the login call does not count',
    [
      ['a', 401],
      ['login', 401],
      ['login', 401],
      ['a', 401],
    ],
    [],
  ],
  [
    'nor does the authentication check',
    [
      ['getProfile', 401],
      ['getProfile', 401],
      ['getProfile', 401],
    ],
    [],
  ],
] as [string, [string, number][], number[]][])('spec §8: %s', (_, answers, expected) => {
  expect(givenUpAt(answers)).toEqual(expected);
});
