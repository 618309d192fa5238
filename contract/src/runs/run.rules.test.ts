import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { doorNames } from './doors.ts';
import { doubtsAboutRun, pointsOfRun } from './run.rules.ts';

const graduation = (...points: number[]) => ({
  points_door1: points[0] ?? 0,
  points_door2: points[1] ?? 0,
  points_door3: points[2] ?? 0,
  points_door4: points[3] ?? 0,
  points_door5: points[4] ?? 0,
  points_door6: points[5] ?? 0,
});
const won = (...doors: number[]) => ({
  door1: doors.includes(1),
  door2: doors.includes(2),
  door3: doors.includes(3),
  door4: doors.includes(4),
  door5: doors.includes(5),
  door6: doors.includes(6),
});
const tens = graduation(10, 10, 10, 10, 10, 10);

describe('R1: points of a run', () => {
  test.each([
    ['2023 final: a dab on the last door', won(1, 2, 3, 4, 5), tens, 50],
    ['2023 final: a mistake on door 2 and out', won(1), tens, 10],
    ['2023 final: a dab on door 2 and a fall on door 4', won(1, 3), tens, 20],
    ['2023 final: six clean doors', won(1, 2, 3, 4, 5, 6), tens, 60],
    ['no door', won(), tens, 0],
    ['doors of different worth', won(1, 4, 6), graduation(10, 10, 5, 5, 3, 3), 18],
    ['R9: the graduation no longer exists', won(1, 2, 3, 4, 5, 6), undefined, 0],
  ])('%s', (_, doors, points, expected) => {
    expect(pointsOfRun(doors, points)).toBe(expected);
  });

  it('adding a door never lowers the points', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 100 }), { minLength: 6, maxLength: 6 }),
        fc.subarray([1, 2, 3, 4, 5, 6]),
        fc.integer({ min: 0, max: 5 }),
        (points, doors, added) => {
          const before = won(...doors);
          const after = { ...before, [doorNames[added] ?? 'door1']: true };
          expect(pointsOfRun(after, graduation(...points))).toBeGreaterThanOrEqual(
            pointsOfRun(before, graduation(...points)),
          );
        },
      ),
    );
  });
});

describe('unlikely values in a run (D1)', () => {
  const all = won(1, 2, 3, 4, 5, 6);
  test.each([
    ['six doors with penalties', { ...all, penality: 1, chrono_sec: 60 }, ['clean_with_penalties']],
    ['five penalties, last door won', { ...won(6), penality: 5, chrono_sec: 60 }, ['ended_with_last_door']],
    ['120 s, last door won', { ...won(1, 6), penality: 0, chrono_sec: 120 }, ['ended_with_last_door']],
    ['no reason for the last door', { ...won(1), penality: 0, chrono_sec: 60 }, ['last_door_without_reason']],
    ['two at once', { ...all, penality: 5, chrono_sec: 60 }, ['clean_with_penalties', 'ended_with_last_door']],
    ['a clean run', { ...all, penality: 0, chrono_sec: 60 }, []],
    ['a dab on the last door', { ...won(1, 2, 3, 4, 5), penality: 1, chrono_sec: 60 }, []],
    ['out of time', { ...won(1), penality: 0, chrono_sec: 120 }, []],
  ])('%s', (_, run, doubts) => {
    expect(doubtsAboutRun(run)).toEqual(doubts);
  });
});
