import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Rider, rankGroup } from './ranking.rules.ts';
import { defaultRankingRule } from './ranking.schema.ts';
import { type RiderStatus, statusSchema } from './rider.status.ts';

/* Riders with a status, in a ranking (R10–R13). */

const ridden = [{ zone_id: 1, points: 30, penality: 0, chrono_sec: 60 }];
const placesOf = (riders: readonly Rider[]) =>
  rankGroup(riders, defaultRankingRule).map(({ rider, rank }) => [rider.dossard, rank]);

test.each<[string, RiderStatus | null, Rider['runs'], number | null]>([
  ['a rider without a status is ranked', null, ridden, 2],
  ['one who did not finish is ranked by the runs there are (R11)', 'dnf', ridden, 2],
  ['one who did not finish and has no run is not (R11)', 'dnf', [], null],
  ['one who did not start is not, whatever was recorded (R10)', 'dns', ridden, null],
  ['one who rides outside the ranking is not (R12)', 'nc', ridden, null],
  ['the disqualified is not (R13)', 'dsq', ridden, null],
])('%s', (_, status, runs, rank) => {
  const winner = { dossard: 1, runs: [...ridden, ...ridden] };
  expect(placesOf([{ dossard: 7, runs, status }, winner])).toEqual([
    [1, 1],
    [7, rank],
  ]);
});

test('after the ranked riders: no run yet, DNF, NC, DNS, DSQ, each by dossard, without gaps in the ranks (R8, R10–R13)', () => {
  const riders: Rider[] = [
    { dossard: 1, runs: ridden, status: 'dsq' },
    { dossard: 2, runs: [], status: 'dns' },
    { dossard: 3, runs: ridden, status: 'nc' },
    { dossard: 4, runs: [], status: 'dnf' },
    { dossard: 5, runs: [] },
    { dossard: 6, runs: ridden },
    { dossard: 7, runs: [], status: 'nc' },
    { dossard: 8, runs: [] },
    { dossard: 9, runs: [], status: 'dsq' },
  ];
  expect(placesOf(riders)).toEqual([[6, 1], ...[5, 8, 4, 3, 7, 2, 1, 9].map((dossard) => [dossard, null])]);
});

const runs = fc.array(
  fc.record({
    zone_id: fc.integer({ min: 1, max: 3 }),
    points: fc.constantFrom(0, 10, 30),
    penality: fc.integer({ min: 0, max: 2 }),
    chrono_sec: fc.constantFrom(30, 60),
  }),
  { maxLength: 4 },
);
const status = fc.option(fc.constantFrom(...statusSchema.options));
const riders = fc
  .array(fc.record({ runs, status }), { maxLength: 12 })
  .map((all) => all.map((rider, index) => ({ ...rider, dossard: index + 1 })));

test('an unranked rider does not affect the order of the others (R13)', () => {
  fc.assert(
    fc.property(riders, (all) => {
      const ranked = rankGroup(all, defaultRankingRule);
      const others = all.filter((rider) => ranked.some((place) => place.rider === rider && place.rank !== null));
      const alone = rankGroup(others, defaultRankingRule);
      expect(ranked.slice(0, others.length)).toEqual(alone);
      expect(ranked.slice(others.length).every(({ rank }) => rank === null)).toBe(true);
      expect(ranked).toHaveLength(all.length);
    }),
  );
});

test('without any status, the ranking is as without the status rules', () => {
  fc.assert(
    fc.property(riders, (all) => {
      const silent = all.map(({ dossard, runs }) => ({ dossard, runs }));
      const places = rankGroup(silent, defaultRankingRule);
      const isRanked = places.map(({ rank }) => rank !== null);
      // R8: riders with a run are ranked, those without follow by dossard.
      expect(isRanked).toEqual([...places].map(({ rider }) => rider.runs.length > 0));
      expect(isRanked).toEqual([...isRanked].sort((a, b) => Number(b) - Number(a)));
      const waiting = places.filter(({ rank }) => rank === null).map(({ rider }) => rider.dossard);
      expect(waiting).toEqual([...waiting].sort((a, b) => a - b));
      const nulls = all.map(({ dossard, runs }) => ({ dossard, runs, status: null }));
      const withoutRider = ({ rider, ...place }: (typeof places)[number]) => ({ ...place, dossard: rider.dossard });
      expect(rankGroup(nulls, defaultRankingRule).map(withoutRider)).toEqual(places.map(withoutRider));
    }),
  );
});
