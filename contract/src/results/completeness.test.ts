import { describe, expect, it } from 'vitest';
import type { RiderStatus } from '../rankings/rider.status.ts';
import { countRuns, listGaps } from './completeness.ts';

const group = { category: 'U13', gender: 'F' } as const;
const rider = (runs_by_zone: Record<string, number>, status: RiderStatus | null = null, category = 'U13') => ({
  ...group,
  category,
  status,
  runs_by_zone,
});
const graduation = (category: string) => ({
  id: 1,
  ...{ category, gender: 'F' as const, points_door1: 1, points_door2: 1, points_door3: 1 },
  ...{ points_door4: 1, points_door5: 1, points_door6: 1 },
});
const zones = [
  { id: 1, graduations: [graduation('U13'), graduation('U15')] },
  { id: 2, graduations: [graduation('u 13')] },
  { id: 3, graduations: [graduation('U15')] },
];

describe('the runs of a group (E11)', () => {
  it.each([
    ['nobody', [], 2, [0, 0, 0, 0]],
    ['all runs', [rider({ 1: 2, 2: 2 })], 2, [4, 4, 0, 0]],
    ['no run yet', [rider({}), rider({})], 1, [4, 0, 4, 2]],
    ['one lap of two in one zone', [rider({ 1: 2, 2: 1 }), rider({ 1: 2, 2: 2 })], 2, [8, 7, 1, 1]],
    ['a run too many in one zone, none in another', [rider({ 1: 2 })], 1, [2, 2, 1, 1]],
    ['one too many of a rider, one missing of another', [rider({ 1: 2, 2: 1 }), rider({ 1: 1 })], 1, [4, 4, 1, 1]],
    ['runs in a zone without the group', [rider({ 1: 1, 2: 1, 3: 1 })], 1, [2, 3, 0, 0]],
    ['another group', [rider({ 1: 1, 2: 1 }), rider({}, null, 'U15')], 1, [2, 2, 0, 0]],
    ['the same group, spelled otherwise', [rider({}, null, 'u13')], 1, [2, 0, 2, 1]],
    ...(['dns', 'dnf', 'dsq', 'nc'] as const).map(
      (status) => [status, [rider({ 1: 1 }, status), rider({ 1: 1, 2: 1 })], 1, [2, 3, 0, 0]] as const,
    ),
    ['laps that are not planned', [rider({ 1: 1 })], null, [null, 1, 0, 0]],
  ] as const)('%s', (_, riders, laps, [expected, recorded, missing_runs, missing_riders]) => {
    expect(countRuns(group, riders, zones, { laps })).toMatchObject({
      expected,
      recorded,
      missing_runs,
      missing_riders,
    });
  });

  it('are listed by rider and zone, with the number of runs that each lacks', () => {
    const named = [rider({}), rider({ 1: 2, 2: 1 }), rider({ 1: 2, 2: 2 }), rider({}, 'dns')];
    const gaps = listGaps(group, named, zones, { laps: 2 });
    expect(gaps).toEqual([
      {
        rider: named[0],
        missing: 4,
        zones: [
          { zone_id: 1, missing: 2 },
          { zone_id: 2, missing: 2 },
        ],
      },
      { rider: named[1], missing: 1, zones: [{ zone_id: 2, missing: 1 }] },
    ]);
    expect(countRuns(group, named, zones, { laps: 2 })).toMatchObject({
      riders: 4,
      missing_runs: 5,
      missing_riders: 2,
    });
    expect(listGaps(group, named, zones, { laps: null })).toEqual([]);
  });

  it('follow the laps of the group', () => {
    const laps_of_groups = [{ ...group, laps: 3 }];
    expect(countRuns(group, [rider({ 1: 1, 2: 3 })], zones, { laps: 1, laps_of_groups })).toMatchObject({
      expected: 6,
      missing_runs: 2,
    });
  });
});
