import { describe, expect, test } from 'vitest';
import { type AlarmState, alarmRules, judgeAlarm } from './alarm.rules.ts';
import { alarmKindSchema } from './alarm.schema.ts';
import { announceAlarm, describeAlarm } from './alarm.words.ts';

const rule = { raiseAt: 90, raiseAfter: 10, clearAt: 88, clearAfter: 60 };

/** Applies measures, given as seconds and values; returns the seconds at which the alarm changed. */
function play(measures: [second: number, value: number | undefined][], start = false): string[] {
  const changes: string[] = [];
  let state: AlarmState = { isActive: start, since: undefined };
  for (const [second, value] of measures) {
    const after = judgeAlarm(rule, state, value, second * 1000);
    if (after.isActive !== state.isActive) changes.push(`${after.isActive ? 'raised' : 'cleared'} ${second}`);
    state = after;
  }
  return changes;
}

describe('an alarm (Q1)', () => {
  test('is raised when the value was high for long enough, and cleared when it was low for long enough', () => {
    expect(
      play([
        [0, 95],
        [5, 95],
        [10, 95],
        [15, 80],
        [70, 80],
        [75, 80],
        [80, 80],
      ]),
    ).toEqual(['raised 10', 'cleared 75']);
  });

  test('does not flap between its two limits', () => {
    expect(
      play([
        [0, 90],
        [10, 90],
        [20, 89],
        [30, 90],
        [100, 89],
        [200, 91],
        [300, 89],
      ]),
    ).toEqual(['raised 10']);
    expect(
      play([
        [0, 89],
        [50, 89],
        [100, 89],
      ]),
    ).toEqual([]);
  });

  test('restarts its wait when the value turns back, or is unknown', () => {
    expect(
      play([
        [0, 95],
        [5, 50],
        [10, 95],
        [15, 95],
        [20, 95],
      ]),
    ).toEqual(['raised 20']);
    expect(
      play(
        [
          [0, 80],
          [50, 80],
          [55, undefined],
          [60, 80],
          [115, 80],
          [120, 80],
        ],
        true,
      ),
    ).toEqual(['cleared 120']);
  });
});

test.each(alarmKindSchema.options)('%s has a rule that cannot flap, and words in both languages (Q2)', (kind) => {
  const { raiseAt, clearAt, raiseAfter } = alarmRules[kind];
  expect(clearAt).toBeLessThan(raiseAt);
  // Within a minute of the fault, including a turn of 5 seconds.
  expect(raiseAfter).toBeLessThanOrEqual(50);
  for (const language of ['fr', 'en'] as const) {
    const { what, advice } = describeAlarm({ kind, value: 1000 }, language);
    expect(what).toMatch(/^[A-Z].{10,70}\.$/);
    expect(announceAlarm(kind, language)).toMatch(/^[A-Z]\D{10,70}\.$/);
    expect(advice).toMatch(/^[A-Z].{10,130}\.$/);
  }
});
