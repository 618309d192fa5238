import { expect, test } from 'vitest';
import { secondsLeft } from './countdown.ts';

const server_time = '2027-06-12T10:00:00.000Z';
const answer = { server_time, expires_at: Date.parse(server_time) / 1000 + 600 };
const minutes = 60_000;

test.each([
  ['right', 0],
  ['11 minutes ahead', 11 * minutes],
  ['a day behind', -1440 * minutes],
])('a laptop whose clock is %s counts ten minutes', (_, off) => {
  const at = (passed: number) => ({ mono: 5_000 + passed, wall: Date.parse(server_time) + off + passed, page: 1 });
  const left = [0, 1_000, 599_001, 600_000, 700_000].map((passed) => secondsLeft(answer, at(0), at(passed)));
  expect(left).toEqual([600, 599, 1, 0, 0]);
});

test('the time during which a laptop slept counts', () => {
  const received = { mono: 5_000, wall: 0, page: 1 };
  expect(secondsLeft(answer, received, { mono: 6_000, wall: 9 * minutes, page: 1 })).toBe(60);
});

test('setting the clock back does not extend the invitation', () => {
  const received = { mono: 5_000, wall: 60 * minutes, page: 1 };
  expect(secondsLeft(answer, received, { mono: 65_000, wall: 0, page: 1 })).toBe(540);
});
