import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Group } from '../categories/group.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { defaultSeriesRule, type SeriesRule, seriesTieSchema } from './series.schema.ts';
import {
  asRule,
  clubKey,
  countedOf,
  moveUp,
  pointsOfPlace,
  pointsOfRank,
  type RankedStart,
  rankClubs,
  rankSeasonGroup,
  ruleOfGroup,
  type ScoredColumn,
  type SeasonRider,
} from './standings.rules.ts';

const rule = (more: Partial<SeriesRule> = {}): SeriesRule => ({
  ...defaultSeriesRule,
  points: [50, 40, 30, 20],
  beyond: 5,
  ...more,
});

/** Parses a short form of a place: a rank, `dnf 3`, `dns`, or nothing for a rider without an entry. */
function placeOf(short: number | string | null): RankedStart | undefined {
  if (short === null) return undefined;
  if (typeof short === 'number') return { rank: short, status: null, rode: true };
  const [status, rank] = short.split(' ');
  if (status === 'waiting') return { rank: null, status: null, rode: false };
  return { rank: rank ? Number(rank) : null, status: statusSchema.parse(status), rode: rank !== undefined };
}

type Short = (number | string | null)[];
const riderOf = (key: string, shorts: Short, guest = false): SeasonRider => ({
  key,
  guest,
  places: new Map(
    shorts.flatMap((short, position) => {
      const place = placeOf(short);
      return place ? [[position, place] as const] : [];
    }),
  ),
});
/** Columns of competitions, a day each. */
const trials = (count: number): ScoredColumn[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    date: `2027-04-${index + 10}`,
    discipline: 'TR',
    ...asRule,
  }));
const season = (riders: Record<string, Short>, more: Partial<SeriesRule> = {}, guests: string[] = []) => {
  const all = Object.entries(riders).map(([key, shorts]) => riderOf(key, shorts, guests.includes(key)));
  const competitions = Math.max(...Object.values(riders).map((shorts) => shorts.length));
  return rankSeasonGroup(all, trials(competitions), rule(more));
};
const short = (lines: ReturnType<typeof season>) =>
  lines.map(({ rider, rank, total_points, decided_by }) => [rider.key, rank, total_points, decided_by]);

test.each([
  [1, 50],
  [4, 20],
  [5, 5],
  [500, 5],
])('rank %j is worth %j (T1)', (rank, points) => expect(pointsOfRank(rank, rule())).toBe(points));

test.each<[string, string | number, SeriesRule['dnf'], number]>([
  ['a rank', 2, 'last', 40],
  ['a rank beyond the table', 7, 'last', 5],
  ['who gave up, as the last', 'dnf 2', 'last', 20],
  ['who gave up without a run, as the last', 'dnf', 'last', 20],
  ['who gave up, with nothing', 'dnf 2', 0, 0],
  ['who gave up, as ranked', 'dnf 2', 'as_ranked', 40],
  ['who gave up without a run, as ranked', 'dnf', 'as_ranked', 0],
  ['who did not start', 'dns', 'last', 0],
  ['who is not classified', 'nc', 'last', 0],
  ['the disqualified', 'dsq 1', 'as_ranked', 0],
  ['who has no run yet', 'waiting', 'last', 0],
])('%s (T2)', (_, place, dnf, points) => {
  expect(pointsOfPlace(placeOf(place) as RankedStart, 4, rule({ dnf }))).toBe(points);
});

test.each<[string, Group, number]>([
  ['a group with a table of its own', { category: 'U13', gender: 'F' }, 100],
  ['a group whose category is spelled otherwise', { category: 'u 13', gender: 'F' }, 100],
  ['the boys of the same category', { category: 'U13', gender: 'H' }, 50],
  ['another category', { category: 'U15', gender: 'F' }, 50],
])('the first of %s has %j: %j points (T13)', (_, group, points) => {
  const own = rule({ points_by_group: [{ category: 'U13', gender: 'F', points: [100, 80] }] });
  const ofGroup = ruleOfGroup(own, group);
  expect([pointsOfRank(1, ofGroup), pointsOfRank(9, ofGroup)]).toEqual([points, 5]);
});

test('DNF scored as the last of a group uses the group’s own table (T2, T13)', () => {
  const own = rule({ points_by_group: [{ category: 'U13', gender: 'F', points: [100, 80, 60] }] });
  const ofGroup = ruleOfGroup(own, { category: 'U13', gender: 'F' });
  expect(pointsOfPlace(placeOf('dnf 2') as RankedStart, 3, ofGroup)).toBe(60);
});

test('a group without a rank has no last (T2)', () => {
  expect(pointsOfPlace(placeOf('dnf') as RankedStart, null, rule())).toBe(0);
});

test.each<[number, Partial<SeriesRule>, number]>([
  [6, {}, 6],
  [6, { best: 4 }, 4],
  [6, { drop: 2 }, 4],
  [3, { best: 4 }, 3],
  [2, { drop: 2 }, 1],
  [6, { best: 5, drop: 2 }, 4],
  [0, {}, 0],
])('of %j competitions %j leaves %j that count (T3)', (competitions, more, counted) => {
  expect(countedOf(competitions, rule(more))).toBe(counted);
});

test.each<[number, number[], number]>([
  [3, [], 3],
  [3, [1], 2],
  [3, [1, 2, 7], 1],
  // A guest shared the first rank.
  [1, [1], 1],
  [3, [1], 2],
])('rank %j becomes, without ranks %j, %j (T5)', (rank, removed, left) => expect(moveUp(rank, removed)).toBe(left));

describe('a season', () => {
  it('drops an absence first, then the worst result (T3)', () => {
    const lines = season({ a: [1, null, 3, 2], b: [2, 1, 1, 1] }, { drop: 2 });
    expect(
      lines.map(({ rider, total_points, results }) => [rider.key, total_points, results.map((one) => one.dropped)]),
    ).toEqual([
      ['b', 100, [true, true, false, false]],
      ['a', 90, [false, true, true, false]],
    ]);
  });

  it('counts future competitions as absences: dropped first, to nobody’s disadvantage (T3)', () => {
    const [line] = season({ a: [1, 2, null, null, null, null] }, { best: 4 });
    expect([line?.total_points, line?.results.map(({ dropped }) => dropped)]).toEqual([
      90,
      [false, false, true, true, false, false],
    ]);
  });

  it('ranks no rider without enough starts, and DNS never counts as a start (T4)', () => {
    const riders = { a: [1, 'dns'], b: ['dns', 'waiting'], c: [2, 1], d: ['dsq', 2] };
    expect(short(season(riders))).toEqual([
      ['c', 1, 90, null],
      ['a', 2, 50, 'total_points'],
      ['d', 3, 40, 'total_points'],
      ['b', null, 0, null],
    ]);
    expect(short(season(riders, { minimum_starts: 2 }))).toEqual([
      ['c', 1, 90, null],
      ['d', 2, 40, 'total_points'],
      ['a', null, 50, null],
      ['b', null, 0, null],
    ]);
  });

  it('removes guests and moves the others up, also those who share a rank (T5)', () => {
    const riders = { guest: [1, 3], a: [2, 1], b: [2, 1], c: [4, 4] };
    expect(short(season(riders, { ties: [] }, ['guest']))).toEqual([
      ['a', 1, 100, null],
      ['b', 1, 100, 'tied'],
      ['c', 3, 60, 'total_points'],
    ]);
    expect(short(season(riders, { guests: 'kept', ties: [] }, ['guest']))).toEqual([
      ['a', 1, 90, null],
      ['b', 1, 90, 'tied'],
      ['guest', 3, 80, 'total_points'],
      ['c', 4, 40, 'total_points'],
    ]);
  });

  it.each<[string, Record<string, Short>, Partial<SeriesRule>, unknown[][]]>([
    [
      'the best result',
      { a: [2, 2], b: [1, 3] },
      {},
      [
        ['b', 1, 80, null],
        ['a', 2, 80, 'best_result'],
      ],
    ],
    [
      'wins, where the best results are equal',
      { a: [1, 2, 2], b: [1, 1, 3] },
      { ties: ['best_result', 'wins'] },
      [
        ['b', 1, 130, null],
        ['a', 2, 130, 'wins'],
      ],
    ],
    [
      'wins, of which a first rank given up is none',
      { a: ['dnf 1', 2], b: [2, 1] },
      { ties: ['wins'], dnf: 'as_ranked' },
      [
        ['b', 1, 90, null],
        ['a', 2, 90, 'wins'],
      ],
    ],
    [
      'the last competition that was ridden',
      { a: [1, 2, null], b: [2, 1, null] },
      {},
      [
        ['b', 1, 90, null],
        ['a', 2, 90, 'last_competition'],
      ],
    ],
    [
      'nothing',
      { a: [1, 2], b: [2, 1] },
      { ties: ['best_result', 'wins'] },
      [
        ['a', 1, 90, null],
        ['b', 1, 90, 'tied'],
      ],
    ],
    [
      'the better of two ranks beyond the table',
      { a: [9], b: [7] },
      {},
      [
        ['b', 1, 5, null],
        ['a', 2, 5, 'best_result'],
      ],
    ],
    [
      'the order that the rule gives',
      { a: [1, 3], b: [2, 2] },
      { ties: ['last_competition', 'best_result'] },
      [
        ['b', 1, 80, null],
        ['a', 2, 80, 'last_competition'],
      ],
    ],
  ])('ties are decided by %s (T6)', (_, riders, more, expected) => {
    expect(short(season(riders, more))).toEqual(expected);
  });
});

describe('every season', () => {
  const place = fc.oneof(
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom('dns', 'dnf', 'dnf 3', 'nc 2', 'dsq', 'waiting'),
    fc.constant(null),
  );
  const rules = fc.record({
    points: fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 5 }),
    beyond: fc.integer({ min: 0, max: 3 }),
    dnf: fc.constantFrom<SeriesRule['dnf']>('last', 0, 'as_ranked'),
    best: fc.option(fc.integer({ min: 1, max: 5 })),
    drop: fc.option(fc.integer({ min: 0, max: 5 })),
    minimum_starts: fc.option(fc.integer({ min: 0, max: 3 })),
    guests: fc.constantFrom('removed' as const, 'kept' as const, 'day_only' as const),
    bonus: fc.integer({ min: 0, max: 3 }),
    ties: fc.shuffledSubarray([...seriesTieSchema.options]),
  });
  const seasons = fc
    .integer({ min: 1, max: 5 })
    .chain((competitions) =>
      fc.record({
        competitions: fc.constant(competitions),
        riders: fc.array(
          fc.record({
            places: fc.array(place, { minLength: competitions, maxLength: competitions }),
            guest: fc.boolean(),
          }),
          { maxLength: 8 },
        ),
        rules,
      }),
    )
    .map(({ competitions, riders, rules: given }) => ({
      competitions,
      rule: rule(given),
      riders: riders.map(({ places, guest }, index) => riderOf(`r${index}`, places, guest)),
    }));

  it('adds up the counted results, and drops as many as the rule says (T1–T3)', () => {
    fc.assert(
      fc.property(seasons, (given) => {
        for (const { results, total_points, bonus_points, starts } of rankSeasonGroup(
          given.riders,
          trials(given.competitions),
          given.rule,
        )) {
          expect(results).toHaveLength(given.competitions);
          const counted = results.filter(({ dropped }) => !dropped);
          expect(counted).toHaveLength(countedOf(given.competitions, given.rule));
          expect(total_points).toBe(counted.reduce((sum, { points }) => sum + points, bonus_points));
          expect(bonus_points).toBe((given.rule.bonus ?? 0) * starts);
          expect(starts).toBe(results.filter(({ started }) => started).length);
          // No dropped result is worth more than a counted one.
          const worst = Math.min(...counted.filter(({ started }) => started).map(({ points }) => points));
          for (const { dropped, points } of results) if (dropped) expect(points).toBeLessThanOrEqual(worst);
        }
      }),
    );
  });

  it('ranks by the total, without gaps except for ties, in any order of the input (T4, T6)', () => {
    fc.assert(
      fc.property(seasons, fc.infiniteStream(fc.nat()), (given, stream) => {
        const lines = rankSeasonGroup(given.riders, trials(given.competitions), given.rule);
        const shuffled = given.riders
          .map((rider) => [stream.next().value, rider] as const)
          .sort(([a], [b]) => a - b)
          .map(([, rider]) => rider);
        expect(rankSeasonGroup(shuffled, trials(given.competitions), given.rule)).toEqual(lines);
        const ranked = lines.filter(({ rank }) => rank !== null);
        expect(lines.slice(0, ranked.length)).toEqual(ranked);
        for (const [index, line] of ranked.entries()) {
          const above = ranked[index - 1];
          if (!above) expect([line.rank, line.decided_by]).toEqual([1, null]);
          else {
            expect(line.rank).toBe(line.decided_by === 'tied' ? above.rank : index + 1);
            expect(line.total_points).toBeLessThanOrEqual(above.total_points);
          }
        }
      }),
    );
  });

  it('lists every rider who is not a guest, once', () => {
    fc.assert(
      fc.property(seasons, (given) => {
        const lines = rankSeasonGroup(given.riders, trials(given.competitions), given.rule);
        const expected = given.riders.filter(({ guest }) => given.rule.guests === 'kept' || !guest);
        expect(lines.map(({ rider }) => rider.key).sort()).toEqual(expected.map(({ key }) => key).sort());
      }),
    );
  });
});

describe('clubs (T8)', () => {
  const riders = [
    { club: 'Les Crampons', rank: 1, total_points: 100 },
    { club: 'les crampons ', rank: 2, total_points: 90 },
    { club: 'Vélo-Club', rank: 3, total_points: 95 },
    { club: 'Velo Club', rank: 4, total_points: 95 },
    { club: 'Vélo Club', rank: null, total_points: 500 },
    { club: null, rank: 5, total_points: 80 },
    { club: 'Autre', rank: 6, total_points: 120 },
  ];

  it('have the sum of their best riders; the better best rider breaks ties', () => {
    const lines = rankClubs(riders, 2).map(({ rank, club, total_points }) => [rank, club, total_points]);
    expect(lines).toEqual([
      [1, 'Les Crampons', 190],
      [2, 'Vélo-Club', 190],
      [3, 'Autre', 120],
    ]);
    expect(rankClubs(riders, 1).map(({ club }) => club)).toEqual(['Autre', 'Les Crampons', 'Vélo-Club']);
  });

  it('are one however their name is typed', () => {
    const typed = ['VC Sacré-Cœur', 'VC SACRE COEUR', 'vc sacré cœur'];
    const riders = typed.map((club) => ({ club, rank: 1, total_points: 10 }));
    expect(rankClubs(riders, 3)).toMatchObject([{ total_points: 30 }]);
  });

  it('are not ranked if the rule does not say so', () => expect(rankClubs(riders, null)).toEqual([]));

  it.each([
    ['Vélo-Club d’Ici', 'velo club d ici'],
    ['  LES   CRAMPONS', 'les crampons'],
    ['–', ''],
  ])('%j is compared as %j', (club, key) => expect(clubKey(club)).toBe(key));
});
