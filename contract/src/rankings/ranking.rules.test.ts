import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  countedRuns,
  explainOrder,
  findTies,
  juryPositions,
  type Rider,
  rankGroup,
  rankingRulesVersion,
  type ScoredRun,
} from './ranking.rules.ts';
import { defaultRankingRule, type RankingRule, tieBreakSchema } from './ranking.schema.ts';

const run = (points: number, penality = 0, chrono_sec = 60, zone_id = 1): ScoredRun => ({
  zone_id,
  points,
  penality,
  chrono_sec,
});
const ranksOf = (riders: Rider[], rule: RankingRule = defaultRankingRule) =>
  rankGroup(riders, rule).map((place) => [place.rider.dossard, place.rank, place.decided_by]);

describe('rankings follow R2–R8, R14 and R15', () => {
  const cases: { rule: string; riders: Rider[]; ranking?: RankingRule; expected: unknown[] }[] = [
    {
      rule: 'R3: more points rank higher, whatever the penalties and the time',
      riders: [
        { dossard: 1, runs: [run(20, 0, 10)] },
        { dossard: 2, runs: [run(30, 5, 120)] },
      ],
      expected: [
        [2, 1, null],
        [1, 2, 'total_points'],
      ],
    },
    {
      rule: 'R3: the totals 210, 190, 180 of the 2023 final give ranks 1, 2, 3',
      riders: [
        { dossard: 3, runs: [run(80, 0, 60), run(30), run(60), run(10)] },
        { dossard: 1, runs: [run(80, 0, 60), run(30), run(50), run(50)] },
        { dossard: 2, runs: [run(80, 0, 60), run(40), run(50), run(20)] },
      ],
      expected: [
        [1, 1, null],
        [2, 2, 'total_points'],
        [3, 3, 'total_points'],
      ],
    },
    {
      rule: 'R4: with equal points, more 60s come first, then more 50s',
      riders: [
        { dossard: 1, runs: [run(50), run(50), run(20)] },
        { dossard: 2, runs: [run(60, 5, 120), run(30, 5, 120), run(30, 5, 120)] },
        { dossard: 3, runs: [run(60), run(50), run(10)] },
      ],
      expected: [
        [3, 1, null],
        [2, 2, 'count_back'],
        [1, 3, 'count_back'],
      ],
    },
    {
      rule: 'R4: a shorter list is padded with 0, so one run of 30 beats two of 20 and 10, and equals 30 and 0',
      riders: [
        { dossard: 1, runs: [run(20), run(10)] },
        { dossard: 2, runs: [run(30)] },
        { dossard: 3, runs: [run(30, 0, 30), run(0, 0, 30)] },
      ],
      expected: [
        [2, 1, null],
        [3, 1, 'tied'],
        [1, 3, 'count_back'],
      ],
    },
    {
      rule: 'R5: fewer penalties come first, before any time',
      riders: [
        { dossard: 1, runs: [run(30, 2, 10)] },
        { dossard: 2, runs: [run(30, 1, 90)] },
      ],
      expected: [
        [2, 1, null],
        [1, 2, 'penality'],
      ],
    },
    {
      rule: 'R6: less time comes first, to the hundredth',
      riders: [
        { dossard: 1, runs: [run(30, 1, 60.02)] },
        { dossard: 2, runs: [run(30, 1, 60.01)] },
      ],
      expected: [
        [2, 1, null],
        [1, 2, 'chrono_sec'],
      ],
    },
    {
      rule: 'R6: times are summed in hundredths: 0.1 + 0.2 ties with 0.3',
      riders: [
        { dossard: 1, runs: [run(10, 0, 0.1), run(0, 0, 0.2)] },
        { dossard: 2, runs: [run(10, 0, 0.3)] },
      ],
      expected: [
        [1, 1, null],
        [2, 1, 'tied'],
      ],
    },
    {
      rule: 'R7: who is still tied shares the rank, by dossard, and the next rank is skipped',
      riders: [
        { dossard: 9, runs: [run(10)] },
        { dossard: 4, runs: [run(10)] },
        { dossard: 2, runs: [run(5)] },
      ],
      expected: [
        [4, 1, null],
        [9, 1, 'tied'],
        [2, 3, 'total_points'],
      ],
    },
    {
      rule: 'R8: a rider without a run follows those with 0 points, without a rank, by dossard',
      riders: [
        { dossard: 7, runs: [] },
        { dossard: 3, runs: [] },
        { dossard: 8, runs: [run(0, 5, 120)] },
      ],
      expected: [
        [8, 1, null],
        [3, null, null],
        [7, null, null],
      ],
    },
    {
      rule: 'R2: best per zone counts the best run of each zone only',
      ranking: { runs: 'best_per_zone', tie_breaks: [] },
      riders: [
        { dossard: 1, runs: [run(30, 0, 60, 1), run(20, 0, 60, 1)] },
        { dossard: 2, runs: [run(20, 0, 60, 1), run(20, 0, 60, 2)] },
      ],
      expected: [
        [2, 1, null],
        [1, 2, 'total_points'],
      ],
    },
    {
      rule: 'R4–R6 off: equal points share the rank',
      ranking: { runs: 'all', tie_breaks: [] },
      riders: [
        { dossard: 1, runs: [run(30, 2, 10)] },
        { dossard: 2, runs: [run(20, 0, 5), run(10, 0, 2)] },
      ],
      expected: [
        [1, 1, null],
        [2, 1, 'tied'],
      ],
    },
    {
      rule: 'R4–R6 reordered: time may decide before penalties',
      ranking: { runs: 'all', tie_breaks: ['chrono_sec', 'penality'] },
      riders: [
        { dossard: 1, runs: [run(30, 0, 61)] },
        { dossard: 2, runs: [run(30, 3, 60)] },
      ],
      expected: [
        [2, 1, null],
        [1, 2, 'chrono_sec'],
      ],
    },
  ];
  test.each(cases)('$rule', ({ riders, ranking, expected }) => {
    expect(ranksOf(riders, ranking)).toEqual(expected);
  });

  it('R2: the best run of a zone has most points, then fewest penalties, then least time', () => {
    const runs = [run(20, 2, 50), run(30, 3, 90), run(30, 2, 95), run(30, 2, 94.5), run(10, 0, 1, 2)];
    expect(countedRuns(runs, 'best_per_zone')).toEqual([run(30, 2, 94.5), run(10, 0, 1, 2)]);
  });

  it('R2: sums include only the counted runs, number_of_runs includes all', () => {
    const [place] = rankGroup([{ dossard: 1, runs: [run(30, 1, 10), run(20, 2, 20)] }], {
      runs: 'best_per_zone',
      tie_breaks: [],
    });
    expect(place).toMatchObject({ total_points: 30, penality: 1, chrono_sec: 10, number_of_runs: 2 });
  });
});

const arbitraryRun = fc.record({
  zone_id: fc.integer({ min: 1, max: 3 }),
  points: fc.integer({ min: 0, max: 6 }).map((tens) => tens * 10),
  penality: fc.integer({ min: 0, max: 5 }),
  chrono_sec: fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10),
});
const arbitraryRiders = fc.uniqueArray(
  fc.record(
    {
      dossard: fc.integer({ min: 1, max: 40 }),
      runs: fc.array(arbitraryRun, { maxLength: 5 }),
      previous_rank: fc.integer({ min: 1, max: 4 }),
      jury: fc.record({
        decision: fc.integer({ min: 1, max: 2 }),
        position: fc.integer({ min: 1, max: 9 }),
        reason: fc.constant('Décision'),
      }),
    },
    { requiredKeys: ['dossard', 'runs'] },
  ),
  { selector: (rider) => rider.dossard, maxLength: 20 },
);
const arbitraryRule: fc.Arbitrary<RankingRule> = fc.record({
  runs: fc.constantFrom('all', 'best_per_zone'),
  tie_breaks: fc.shuffledSubarray([...tieBreakSchema.options]),
});

/** Riders of a final: three are equal up to count-back, penalties and time. */
const finalists = (more: (dossard: number) => Partial<Rider>): Rider[] =>
  [100, 80, 80, 80, 60, 40].map((points, index) => ({ dossard: index + 1, runs: [run(points)], ...more(index + 1) }));
const semifinal: Partial<Record<number, number>> = { 1: 6, 2: 3, 3: 1, 4: 2, 5: 4, 6: 5 };
const byPrevious: RankingRule = { runs: 'all', tie_breaks: ['count_back', 'previous_round'] };
const byJury: RankingRule = { runs: 'all', tie_breaks: ['count_back', 'jury'] };
const juryOrder = (...dossards: number[]) => {
  const positions = new Map(juryPositions(dossards, 'Ride-off'));
  return (dossard: number) => ({ jury: positions.get(dossard) });
};
const ranks = (riders: Rider[], rule: RankingRule) =>
  rankGroup(riders, rule).map(({ rider, rank }) => [rider.dossard, rank]);

describe('ties that the other rules leave open', () => {
  test('R14: the semi-final separates three who are equal in the final', () => {
    const riders = finalists((dossard) => ({ previous_rank: semifinal[dossard] }));
    const alone = rankGroup(riders, { runs: 'all', tie_breaks: ['count_back'] });
    expect(alone.map(({ rank }) => rank)).toEqual([1, 2, 2, 2, 5, 6]);
    expect(ranks(riders, byPrevious)).toEqual([
      [1, 1],
      [3, 2],
      [4, 3],
      [2, 4],
      [5, 5],
      [6, 6],
    ]);
    expect(rankGroup(riders, byPrevious)[2]?.decided_by).toBe('previous_round');
  });

  test('R14: riders without a rank in the previous round follow those with one, and stay tied', () => {
    const riders = finalists((dossard) => (dossard === 4 ? { previous_rank: 9 } : {}));
    expect(ranks(riders, byPrevious).slice(1, 4)).toEqual([
      [4, 2],
      [2, 3],
      [3, 3],
    ]);
  });

  test('R15: the jury orders tied riders only', () => {
    const riders = finalists(juryOrder(4, 2, 3, 1));
    expect(ranks(riders, byJury).slice(0, 4)).toEqual([
      [1, 1],
      [4, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  test('R15: the jury comes after all other tie-breaks, at any position in the rule', () => {
    const riders = finalists((dossard) => ({ ...juryOrder(4, 2)(dossard), previous_rank: dossard === 3 ? 1 : 2 }));
    const rule: RankingRule = { runs: 'all', tie_breaks: ['jury', 'previous_round'] };
    expect(ranks(riders, rule).slice(1, 4)).toEqual([
      [3, 2],
      [4, 3],
      [2, 4],
    ]);
    expect(findTies(riders, rule).map((tie) => tie.map(({ dossard }) => dossard))).toEqual([[2, 4]]);
  });

  test('R15: an order for three of four tied riders is ignored', () => {
    const riders = [...finalists(juryOrder(4, 2, 3)), { dossard: 9, runs: [run(80)] }];
    expect(rankGroup(riders, byJury).map(({ rank }) => rank)).toEqual([1, 2, 2, 2, 2, 6, 7]);
    expect(findTies(riders, byJury).map((tie) => tie.map(({ dossard }) => dossard))).toEqual([[2, 3, 4, 9]]);
  });

  test('R15: an order for four of whom one is no longer tied orders the others', () => {
    const riders = finalists(juryOrder(4, 9, 2, 3));
    expect(ranks(riders, byJury).slice(1, 4)).toEqual([
      [4, 2],
      [2, 3],
      [3, 4],
    ]);
  });
});

describe('rankings as properties', () => {
  it('the order of the riders and runs in the input does not matter', () => {
    fc.assert(
      fc.property(arbitraryRiders, arbitraryRule, fc.infiniteStream(fc.nat()), (riders, rule, keys) => {
        const shuffle = <T>(items: readonly T[]) =>
          items
            .map((item) => ({ item, key: Number(keys.next().value) }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const mixed = shuffle(riders).map((rider) => ({ ...rider, runs: shuffle(rider.runs) }));
        expect(ranksOf(mixed, rule)).toEqual(ranksOf(riders, rule));
      }),
    );
  });

  it('R7, R8: a rank is one more than the number of classified riders strictly above', () => {
    fc.assert(
      fc.property(arbitraryRiders, arbitraryRule, (riders, rule) => {
        const places = rankGroup(riders, rule);
        const classified = places.filter((place) => place.rank !== null);
        for (const [index, place] of classified.entries()) {
          expect(place.rank).toBe(place.decided_by === 'tied' ? classified[index - 1]?.rank : index + 1);
        }
        expect(places.slice(classified.length).every((place) => place.rider.runs.length === 0)).toBe(true);
        expect(places).toHaveLength(riders.length);
      }),
    );
  });

  it('more points in a counted run never lower its rider’s rank', () => {
    fc.assert(
      fc.property(arbitraryRiders, arbitraryRule, fc.nat(), fc.nat(), (riders, rule, whose, which) => {
        const rider = riders.filter(({ runs }) => runs.length > 0)[whose % Math.max(1, riders.length)];
        if (rider === undefined) return;
        const better = rider.runs.map((one, index) =>
          index === which % rider.runs.length ? { ...one, points: one.points + 10 } : one,
        );
        const placeOf = (all: Rider[]) => rankGroup(all, rule).find((place) => place.rider.dossard === rider.dossard);
        const before = placeOf(riders);
        const after = placeOf(riders.map((one) => (one === rider ? { ...rider, runs: better } : one)));
        // A run that now equals the best one of its zone may replace it with more time (R2), without a gain.
        if (after?.total_points === before?.total_points) return;
        expect(after?.rank).toBeLessThanOrEqual(before?.rank ?? 0);
      }),
      { numRuns: 500 },
    );
  });

  it('ranking a ranking gives the same ranking', () => {
    fc.assert(
      fc.property(arbitraryRiders, arbitraryRule, (riders, rule) => {
        const once = rankGroup(riders, rule);
        expect(
          rankGroup(
            once.map((place) => place.rider),
            rule,
          ),
        ).toEqual(once);
      }),
    );
  });
});

describe('the criterion between two riders is explained with both values', () => {
  const cases: [string, Rider['runs'], Rider['runs'], unknown][] = [
    ['R3', [run(40)], [run(30)], { criterion: 'total_points', own: [40], other: [30] }],
    ['R4', [run(10), run(30)], [run(20), run(20)], { criterion: 'count_back', own: [30, 10], other: [20, 20] }],
    ['R5', [run(30, 2)], [run(30, 1)], { criterion: 'penality', own: [2], other: [1] }],
    ['R6', [run(30, 1, 60.55)], [run(30, 1, 60.5)], { criterion: 'chrono_sec', own: [60.55], other: [60.5] }],
    ['R7', [run(30)], [run(30)], { criterion: 'tied', own: [30], other: [30] }],
  ];
  test.each(cases)('%s', (_, own, other, expected) => {
    const riders: [Rider, Rider] = [
      { dossard: 1, runs: own },
      { dossard: 2, runs: other },
    ];
    const criterion = rankGroup(riders, defaultRankingRule)[1]?.decided_by ?? 'tied';
    expect(explainOrder(...riders, criterion, defaultRankingRule)).toEqual(expected);
  });
});

it('has a new version whenever the same facts are ranked in another way (H5)', () => {
  let state = 20;
  const pick = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 65_536) % below;
  };
  const statuses = [null, null, null, null, null, null, 'dns', 'dnf', 'dsq', 'nc'] as const;
  const tieBreaks = tieBreakSchema.options;
  const ranked = Array.from({ length: 300 }, () => {
    const riders = Array.from({ length: 6 }, (_, index): Rider => {
      const runs = Array.from({ length: pick(4) }, () => run(10 * pick(3), pick(2), 60 + pick(2), 1 + pick(2)));
      const jury = pick(2) === 0 ? { decision: 1, position: 1 + index, reason: '' } : undefined;
      return { dossard: 6 - index, runs, status: statuses[pick(10)] ?? null, previous_rank: 1 + pick(3), jury };
    });
    const rule = { runs: pick(2) === 0 ? 'all' : 'best_per_zone', tie_breaks: tieBreaks.slice(pick(4)) } as const;
    return rankGroup(riders, rule).map(({ rider, ...place }) => ({ ...place, dossard: rider.dossard }));
  });
  const checksum = [...JSON.stringify(ranked)].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) | 0, 0);
  expect({ version: rankingRulesVersion, checksum }).toEqual({ version: 1, checksum: 912_707_649 });
});
