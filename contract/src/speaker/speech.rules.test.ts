import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Rider, rankGroup, type ScoredRun } from '../rankings/ranking.rules.ts';
import { defaultRankingRule as rule } from '../rankings/ranking.schema.ts';
import type { RiderStatus } from '../rankings/rider.status.ts';
import { forPoints } from '../runs/doors.ts';
import { describePlace, findLastRun, findNeed, isImportant, orderSpeeches, rankAround } from './speech.rules.ts';
import type { Need, PlaceFact } from './speech.schema.ts';

const girls = { category: 'U13', gender: 'F' } as const;
type Points = Record<number, number[]>;
/** Riders by bib with the points of their runs, the n-th in zone n. */
const ridersOf = (points: Points, more: Record<number, Partial<Rider>> = {}) =>
  Object.entries(points).map(([dossard, runs]) => ({
    dossard: Number(dossard),
    ...more[Number(dossard)],
    runs: runs.map((run, index) => ({
      run_number: index + 1,
      zone_id: index + 1,
      points: run,
      penality: 0,
      chrono_sec: 60,
    })),
  }));

/** Returns the effect of the last run of a bib. */
function placeAfterLast(points: Points, dossard: number, more?: Record<number, Partial<Rider>>): [PlaceFact, boolean] {
  const riders = ridersOf(points, more);
  const [around] = rankAround(riders, [{ dossard, run_number: points[dossard]?.length ?? 0 }], rule);
  if (!around) throw new Error('no run');
  const place = describePlace(around, dossard);
  return [place, isImportant(around, place, null)];
}

test.each<[string, Points, number, PlaceFact, boolean]>([
  ['the first run of the day', { 35: [50] }, 35, { kind: 'takes_lead', dossard: null, margin: 0 }, false],
  ['takes the lead', { 35: [50, 50], 12: [60, 20] }, 35, { kind: 'takes_lead', dossard: 12, margin: 20 }, true],
  [
    'takes the lead on equal points',
    { 35: [60, 20], 12: [40, 40] },
    35,
    { kind: 'takes_lead', dossard: 12, margin: 0 },
    true,
  ],
  ['ties with the leader', { 35: [50, 30], 12: [50, 30] }, 35, { kind: 'shares_lead', dossard: 12 }, true],
  ['leads on', { 35: [50, 30], 12: [40] }, 35, { kind: 'keeps_lead', dossard: 12, margin: 40 }, false],
  ['breaks a tie at the top', { 35: [50, 30], 12: [50] }, 35, { kind: 'takes_lead', dossard: 12, margin: 30 }, true],
  [
    'pushes a rider off the podium',
    { 1: [60], 2: [50], 3: [40], 4: [30, 20] },
    4,
    { kind: 'enters_podium', rank: 3, dossard: 2, margin: 0 },
    true,
  ],
  [
    'is third because few have ridden',
    { 1: [60], 2: [50], 3: [40], 4: [] },
    3,
    { kind: 'enters_podium', rank: 3, dossard: 2, margin: 10 },
    false,
  ],
  [
    'moves up further behind',
    { 1: [60], 2: [50], 3: [40], 4: [30], 5: [20, 15] },
    5,
    { kind: 'moves_up', rank: 4, dossard: 3, margin: 5 },
    false,
  ],
  ['stays where they were', { 1: [60], 2: [30, 20] }, 2, { kind: 'stays', rank: 2, dossard: 1, margin: 10 }, false],
  [
    'falls behind by time, without points',
    { 1: [30], 2: [60], 3: [30, 0] },
    3,
    { kind: 'moves_down', rank: 3, dossard: 1, margin: 0 },
    false,
  ],
])('%s (K1, K2)', (_, points, dossard, place, important) =>
  expect(placeAfterLast(points, dossard)).toEqual([place, important]),
);

test('a rider outside the ranking has no place (K1, R12)', () => {
  const outside = { 35: { status: 'nc' as const } };
  expect(placeAfterLast({ 35: [60], 12: [50] }, 35, outside)).toEqual([{ kind: 'unranked', status: 'nc' }, false]);
});

const tens = [10, 10, 10, 10, 10, 10];
test.each<[string, Points, readonly number[], Need | null]>([
  [
    'four doors for the podium',
    { 1: [60, 60], 2: [60, 50], 3: [40, 30], 9: [40] },
    tens,
    // 40 and 30 are less than 40 and 40 in the count-back; with 30 the penalties decide.
    { place: 3, points: 40, doors: 4 },
  ],
  ['one door more where all else is equal', { 1: [30, 30], 9: [30] }, tens, { place: 1, points: 40, doors: 4 }],
  ['out of reach', { 1: [60, 60], 9: [10] }, tens, null],
  ['the leader needs nothing', { 9: [60], 1: [10] }, tens, null],
  [
    'doors of different worth are said in points',
    { 1: [30, 30], 9: [30] },
    [5, 5, 5, 10, 10, 10],
    { place: 1, points: 35, doors: null },
  ],
  ['doors that are worth nothing help nobody', { 1: [30, 30], 9: [30] }, [0, 0, 0, 0, 0, 0], null],
])('%s (K3)', (_, points, doors, need) =>
  expect(findNeed(rankGroup(ridersOf(points), rule), 9, { zone_id: 2, doors }, rule)).toEqual(need),
);

type Expected = { laps?: number | null; closed?: number[]; status?: RiderStatus };
test.each<[string, number[], Expected, number | undefined]>([
  ['one zone is left', [1, 2], {}, 3],
  ['two are', [1], {}, undefined],
  ['none is', [1, 2, 3], {}, undefined],
  ['the second lap of one zone is', [1, 1, 2, 2, 3], { laps: 2 }, 3],
  ['nothing is known of the laps', [1, 2], { laps: null }, undefined],
  ['the zone that is left is closed (U8)', [1, 2], { closed: [3] }, undefined],
  ['one of two zones is closed (U8)', [1], { closed: [3] }, 2],
  ['a closed zone has more runs than planned (E11)', [1, 1, 2], { closed: [1] }, 3],
  ['the rider gave up (E11)', [1, 2], { status: 'dnf' }, undefined],
  ['the rider is not classified (E11)', [1, 2], { status: 'nc' }, undefined],
])('%s (K3)', (_, ridden, { laps = 1, closed = [], status }, zone) => {
  const zones = [1, 2, 3].map((id) => ({
    id,
    closed_at: closed.includes(id) ? '2027-06-12T10:00:00.000Z' : null,
    graduations: [{ id, ...girls, ...forPoints(() => 10) }],
  }));
  const rider = { ...girls, status, runs: ridden.map((zone_id) => ({ zone_id })) };
  expect(findLastRun(rider, zones, { laps })).toEqual(zone && { zone_id: zone, doors: tens });
});

const run = fc.record({
  zone_id: fc.integer({ min: 1, max: 3 }),
  points: fc.constantFrom(0, 10, 20, 30, 60),
  penality: fc.integer({ min: 0, max: 5 }),
  chrono_sec: fc.constantFrom(30, 60, 120),
});
const group = fc.array(fc.array(run, { maxLength: 4 }), { minLength: 1, maxLength: 8 }).map((all) =>
  all.map((runs, index) => ({
    dossard: index + 1,
    runs: runs.map((one, number) => ({ ...one, run_number: number + 1 })),
  })),
);
const ruleOf = fc.record({
  runs: fc.constantFrom('all' as const, 'best_per_zone' as const),
  tie_breaks: fc.shuffledSubarray(['count_back', 'penality', 'chrono_sec'] as const),
});

test('removing runs one after the other leads from the present ranking to the ranking without them (K1)', () => {
  fc.assert(
    fc.property(group, ruleOf, (riders, rule) => {
      const latest = riders.flatMap(({ dossard, runs }) => runs.map(({ run_number }) => ({ dossard, run_number })));
      const around = rankAround(riders, latest, rule);
      const places = (ranked: { rider: Rider; rank: number | null }[]) =>
        ranked.map(({ rider, rank }) => [rider.dossard, rank]);
      for (const [index, { after, before }] of around.entries()) {
        expect(after).toEqual(index === 0 ? rankGroup(riders, rule) : around[index - 1]?.before);
        const dossard = latest[index]?.dossard ?? 0;
        const place = describePlace({ before, after }, dossard);
        const rank = after.find(({ rider }) => rider.dossard === dossard)?.rank;
        expect('rank' in place ? place.rank : 1).toBe(rank);
      }
      const last = around.at(-1);
      if (last) expect(places(last.before).every(([, rank]) => rank === null)).toBe(true);
    }),
  );
});

test('the needed points are enough for any time and penalties, and fewer may not be (K3)', () => {
  fc.assert(
    fc.property(group, ruleOf, run, fc.constantFrom(5, 10), (riders, rule, given, worth) => {
      const after = rankGroup(riders, rule);
      const last = { zone_id: given.zone_id, doors: Array.from({ length: 6 }, () => worth) };
      const dossard = riders.length;
      const need = findNeed(after, dossard, last, rule);
      const rankWith = (ridden: ScoredRun) => {
        const changed = riders.map((rider) =>
          rider.dossard === dossard ? { ...rider, runs: [...rider.runs, { ...ridden, run_number: 99 }] } : rider,
        );
        return rankGroup(changed, rule).find(({ rider }) => rider.dossard === dossard)?.rank ?? 99;
      };
      if (!need) return;
      expect(need.points).toBe((need.doors ?? 0) * worth);
      expect(rankWith({ ...given, points: need.points })).toBeLessThanOrEqual(need.place);
      const slowest = { ...given, penality: 5, chrono_sec: 120, points: need.points - worth };
      if (slowest.points > 0) expect(rankWith(slowest)).toBeGreaterThan(need.place);
    }),
  );
});

test('important ones come first, then the latest (K2)', () => {
  const said = (important: boolean, minute: number) => ({ important, received_at: `2027-06-12T10:0${minute}:00.000Z` });
  expect(orderSpeeches([said(false, 3), said(true, 1), said(false, 4), said(true, 2)])).toEqual([
    said(true, 2),
    said(true, 1),
    said(false, 4),
    said(false, 3),
  ]);
});
