import type { RosterRider } from '@dossard/contract/participants/participant.schema.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { expect, test } from 'vitest';
import { nextRiders } from './next.bibs.ts';

const graduations = [
  { id: 1, category: 'U13', gender: 'F' },
  { id: 2, category: 'U15', gender: 'F' },
] as Graduation[];
const rider = (
  dossard_number: number,
  start_position: number | null,
  more: Partial<RosterRider> = {},
): RosterRider => ({
  ...{ dossard_number, start_position, category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Exemple' },
  ...{ status: null, runs_by_zone: {} },
  ...more,
});
const next = (riders: RosterRider[], more: Partial<Parameters<typeof nextRiders>[1]> = {}) =>
  nextRiders(riders, { zoneId: 3, graduations, laps: { laps: 2 }, justRecorded: new Map(), ...more }).map(
    ({ dossard_number }) => dossard_number,
  );

test('riders are expected in start order, group by group (F7)', () => {
  const riders = [rider(1, 3), rider(2, 1), rider(3, 2), rider(4, 1, { category: 'U15' })];
  expect(next(riders)).toEqual([2, 3, 1, 4]);
});

test('the second run of the first rider is after the first run of the last', () => {
  const riders = [rider(1, 1, { runs_by_zone: { 3: 1 } }), rider(2, 2), rider(3, 3)];
  expect(next(riders)).toEqual([2, 3, 1]);
  expect(next(riders, { justRecorded: new Map([[2, 1]]) })).toEqual([3, 1, 2]);
});

test('a rider who is out, has ridden all laps, rides elsewhere or has no start position is not expected', () => {
  const riders = [
    rider(1, 1, { status: 'dns' }),
    rider(2, 2, { runs_by_zone: { 3: 2 } }),
    rider(3, 3, { category: 'U9' }),
    rider(4, null),
    rider(5, 4, { status: 'nc' }),
    rider(6, 5, { runs_by_zone: { 8: 2 } }),
  ];
  expect(next(riders)).toEqual([5, 6]);
  expect(next(riders, { laps: { laps: null } })).toEqual([5, 6, 2]);
});
