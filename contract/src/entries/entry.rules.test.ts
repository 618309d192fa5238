import { expect, test } from 'vitest';
import { listPromoted, placesLeft, riderKey } from './entry.rules.ts';

const girl = (id: number) => ({ id, category: 'U13', gender: 'F' as const });
const boy = (id: number) => ({ id, category: 'u 13', gender: 'H' as const });
const none = { limit_in_all: null, limits_of_groups: [] };

/** Limits, and which riders have a place, wait in which order, and move up (J4). */
const cases = [
  { what: 'no limit', limits: none, taken: [girl(1)], waiting: [girl(2), boy(3)], up: [2, 3] },
  {
    what: 'places in all',
    limits: { ...none, limit_in_all: 3 },
    taken: [girl(1)],
    waiting: [girl(2), boy(3), girl(4)],
    up: [2, 3],
  },
  {
    what: 'a full group is passed over, and its riders keep their order',
    limits: { limit_in_all: 4, limits_of_groups: [{ category: 'U13', gender: 'F' as const, limit: 1 }] },
    taken: [girl(1)],
    waiting: [girl(2), boy(3), girl(4), boy(5)],
    up: [3, 5],
  },
  {
    what: 'a category is the same however it is spelled',
    limits: { limit_in_all: null, limits_of_groups: [{ category: 'U13', gender: 'H' as const, limit: 1 }] },
    taken: [],
    waiting: [boy(1), boy(2)],
    up: [1],
  },
  {
    what: 'more than there are places for',
    limits: { ...none, limit_in_all: 1 },
    taken: [girl(1), girl(2)],
    waiting: [girl(3)],
    up: [],
  },
];

for (const { what, limits, taken, waiting, up } of cases) {
  test(`${what} (J4)`, () => {
    expect(listPromoted(waiting, taken, limits).map(({ id }) => id)).toEqual(up);
  });
}

test('remaining places are counted in all and by group, and never below 0 (J4)', () => {
  const limits = { limit_in_all: 2, limits_of_groups: [{ category: 'U13', gender: 'F' as const, limit: 5 }] };
  const taken = [girl(1), girl(2), girl(3)];
  expect([placesLeft(limits, taken), placesLeft(limits, taken, girl(4)), placesLeft(limits, taken, boy(4))]).toEqual([
    0,
    2,
    null,
  ]);
});

test('a rider is recognised by name and group, without case, accents and punctuation (J3)', () => {
  const names = { first_name: 'Zoé', last_name: 'Le Goff-Martin' };
  const same = { first_name: 'ZOE', last_name: 'LEGOFF MARTIN', category: 'u13', gender: 'F' as const };
  expect(riderKey({ ...names, ...girl(1) })).toBe(riderKey(same));
  expect(riderKey({ ...names, ...boy(1) })).not.toBe(riderKey(same));
});
