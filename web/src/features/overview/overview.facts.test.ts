import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { expect, test } from 'vitest';
import { countOverview } from './overview.facts.ts';
import { listExtraRuns } from './unplanned.runs.ts';

const tens = {
  points_door1: 10,
  points_door2: 10,
  points_door3: 10,
  points_door4: 10,
  points_door5: 10,
  points_door6: 10,
};
const zone = (id: number, ...categories: string[]): Zone => ({
  id,
  name: `Zone ${id}`,
  graduations: categories.map((category, index) => ({ id: id * 10 + index, category, gender: 'F', ...tens })),
});
const rider = (dossard: number, category: string, runs: Record<string, number>, status: 'dns' | null = null) => ({
  dossard,
  category,
  gender: 'F' as const,
  first_name: 'Zoé',
  last_name: `Exemple ${dossard}`,
  status,
  runs_by_zone: runs,
});
const noon = '2027-06-12T10:00:00.000Z';
const progress = (riders: Progress['riders'], lastHour: number[] = []): Progress => ({
  server_time: noon,
  zones: [
    { id: 1, name: 'Zone 1', last_hour: lastHour },
    { id: 2, name: 'Zone 2', last_hour: [] },
  ],
  riders,
});

test('counts what is recorded and missing, per zone and group', () => {
  const { all, zones, groups } = countOverview(
    progress([
      rider(1, 'U11', { 1: 2, 2: 1 }),
      rider(2, 'U11', {}),
      rider(3, 'U9', { 1: 3 }),
      // A rider who did not start is not expected.
      rider(4, 'U9', {}, 'dns'),
    ]),
    [zone(1, 'U9', 'U11'), zone(2, 'U11')],
    { laps: 2 },
  );
  expect(all).toEqual({ recorded: 6, missing: 5 });
  expect(zones.map(({ recorded, missing }) => [recorded, missing])).toEqual([
    [5, 2],
    [1, 3],
  ]);
  expect(groups).toEqual([
    { category: 'U9', gender: 'F', recorded: 3, missing: 0, zones: [{ recorded: 3, missing: 0 }, null] },
    {
      category: 'U11',
      gender: 'F',
      recorded: 3,
      missing: 5,
      zones: [
        { recorded: 2, missing: 2 },
        { recorded: 1, missing: 3 },
      ],
    },
  ]);
});

test('estimates when a zone will be finished, and detects a quiet zone (P4)', () => {
  const riders = [1, 2, 3, 4].map((dossard) => rider(dossard, 'U11', {}));
  const zones = [zone(1, 'U11'), zone(2, 'U11')];
  const [busy, other] = countOverview(progress(riders, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2]), zones, {}).zones;
  expect([busy?.throughAt, busy?.quiet]).toEqual([Date.parse(noon) + 900_000, false]);
  expect([other?.throughAt, other?.quiet]).toEqual([null, false]);
  const [quiet] = countOverview(progress(riders, [0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0]), zones, {}).zones;
  expect(quiet?.quiet).toBe(true);
});

test('a zone is late that would be finished half an hour after all others', () => {
  const riders = Array.from({ length: 20 }, (_, index) => rider(index + 1, 'U11', {}));
  const zones = [zone(1, 'U11'), zone(2, 'U11')];
  const lateOnes = (...paces: number[]) => {
    const read = progress(riders);
    for (const [index, pace] of paces.entries())
      (read.zones[index] as { last_hour: number[] }).last_hour = Array(12).fill(pace);
    return countOverview(read, zones, {}).zones.map(({ late }) => late);
  };
  expect(lateOnes(4, 1)).toEqual([false, true]);
  expect(lateOnes(4, 2)).toEqual([false, false]);
  expect(lateOnes(0, 1)).toEqual([false, false]);
});

test('lists who has more runs in a zone than are planned, where a number is set', () => {
  const riders = [rider(1, 'U11', { 1: 2, 2: 3 }), rider(2, 'U11', { 1: 1 }), rider(3, 'U9', { 1: 3 })];
  const zones = [zone(1, 'U9', 'U11'), zone(2, 'U11')];
  const laps = { laps: 2, laps_of_groups: [{ category: 'U9', gender: 'F' as const, laps: 1 }] };
  const named = listExtraRuns(riders, zones, laps).map(({ rider, ...more }) => ({ ...more, dossard: rider.dossard }));
  expect(named).toEqual([
    { dossard: 1, zone: 'Zone 2', runs: 3, planned: 2 },
    { dossard: 3, zone: 'Zone 1', runs: 3, planned: 1 },
  ]);
  expect(listExtraRuns(riders, zones, {})).toEqual([]);
});
