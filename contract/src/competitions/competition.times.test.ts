import { expect, test } from 'vitest';
import { groupByTime } from './competition.times.ts';

const on = (...dates: string[]) => dates.map((date) => ({ date }));

test('competitions are of today, upcoming with the soonest first, or past by year with the latest first', () => {
  const days = on('2027-06-13', '2026-01-01', '2027-06-12', '2027-06-11', '2028-01-01', '2026-12-31');
  expect(groupByTime(days, '2027-06-12')).toEqual({
    now: on('2027-06-12'),
    coming: on('2027-06-13', '2028-01-01'),
    past: [
      { year: '2027', competitions: on('2027-06-11') },
      { year: '2026', competitions: on('2026-12-31', '2026-01-01') },
    ],
  });
});

test('without competitions there is no group', () => {
  expect(groupByTime([], '2027-06-12')).toEqual({ now: [], coming: [], past: [] });
});
