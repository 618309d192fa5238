import { describe, expect, test } from 'vitest';
import { type ComparedRun, findRunOfLine, isSameOnPaper, isSameTime } from './run.check.rules.ts';

const line = (won: readonly number[], penality: number, chrono_sec: number) => ({
  door1: won.includes(1),
  door2: won.includes(2),
  door3: won.includes(3),
  door4: won.includes(4),
  door5: won.includes(5),
  door6: won.includes(6),
  penality,
  chrono_sec,
});

test.each([
  [61.5, 61, true],
  [61.5, 62, true],
  [61, 62, false],
  [61.01, 62, true],
  [60, 61.5, false],
  [61.5, 61.5, true],
  [61.5, 61.51, false],
  [0, 0, true],
])('recorded %d s and %d s on paper: %s (P5)', (recorded, paper, same) => {
  expect(isSameTime(recorded, paper)).toBe(same);
});

test.each([
  ['the same', line([1, 2], 1, 61), true],
  ['another door', line([1, 3], 1, 61), false],
  ['a foot more', line([1, 2], 2, 61), false],
  ['another time', line([1, 2], 1, 70), false],
])('a line with %s', (_, paper, same) => expect(isSameOnPaper(line([1, 2], 1, 61.5), paper)).toBe(same));

describe('the run that a line is about (P5)', () => {
  const run = (name: string, facts: ReturnType<typeof line>, check: ComparedRun['check'] = null) => ({
    name,
    ...facts,
    check,
  });
  const [twenty, thirty] = [line([1, 2], 0, 50), line([1, 2, 3], 0, 60)];
  test.each([
    ['is the one that is the same, whatever its place', [run('a', twenty), run('b', thirty)], thirty, 'b'],
    [
      'is the first that is not checked, if none is the same',
      [run('a', twenty), run('b', thirty)],
      line([], 5, 9),
      'a',
    ],
    [
      'is not one that was checked by another line',
      [run('a', twenty, { ...twenty, state: 'same' }), run('b', thirty)],
      line([], 5, 9),
      'b',
    ],
    [
      'is the next one of two that are alike',
      [run('a', twenty, { ...twenty, state: 'same' }), run('b', twenty)],
      twenty,
      'b',
    ],
    ['typed again is the one it was', [run('a', twenty, { ...twenty, state: 'same' }), run('b', thirty)], twenty, 'a'],
    [
      'typed again is the one that differed from it',
      [run('a', twenty, { ...line([], 5, 9), state: 'differs' }), run('b', thirty)],
      line([], 5, 9),
      'a',
    ],
    ['is none when all were compared', [run('a', twenty, { ...twenty, state: 'same' })], thirty, undefined],
    ['is none where nothing was recorded', [], thirty, undefined],
  ])('%s', (_, runs, paper, expected) => {
    expect(findRunOfLine(runs, paper)?.name).toBe(expected);
  });
});
