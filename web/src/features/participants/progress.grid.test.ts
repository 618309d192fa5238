import { expect, test } from 'vitest';
import { countDone, layOutProgress } from './progress.grid.ts';

const points = {
  points_door1: 10,
  points_door2: 10,
  points_door3: 10,
  points_door4: 10,
  points_door5: 10,
  points_door6: 10,
};
const zone = (id: number, ...categories: string[]) => ({
  id,
  name: `Zone ${id}`,
  graduations: categories.map((category, index) => ({ id: index + 1, category, gender: 'F' as const, ...points })),
});
const rider = (dossard: number, category: string, runs_by_zone: Record<string, number>) => ({
  dossard,
  category,
  gender: 'F' as const,
  first_name: 'Zoé',
  last_name: 'Exemple',
  runs_by_zone,
});

test('a rider is missing in a zone with a graduation for their group and no run', () => {
  const zones = [zone(1, 'U11', 'U13'), zone(2, 'U13')];
  const riders = [rider(1, 'U13', { 1: 2, 2: 1 }), rider(2, 'U13', { 2: 1 }), rider(3, 'U11', { 1: 1 })];
  const rows = layOutProgress({ riders }, zones, {});
  expect(rows.map(({ boxes, missing }) => [boxes.map((box) => box?.runs ?? null), missing])).toEqual([
    [[2, 1], false],
    [[0, 1], true],
    [[1, null], false],
  ]);
  expect([countDone(rows, 0), countDone(rows, 1)]).toEqual([
    { done: 2, total: 3 },
    { done: 2, total: 2 },
  ]);
});

test('a run without a graduation is shown too (R9)', () => {
  const [row] = layOutProgress({ riders: [rider(4, 'U17', { 1: 1 })] }, [zone(1, 'U13')], { laps: 3 });
  expect([row?.boxes, row?.missing]).toEqual([[{ runs: 1, missing: 0 }], false]);
});

test('with laps, a rider is missing until all of them are ridden, and additional runs change nothing (P1)', () => {
  const riders = [
    rider(1, 'U13', { 1: 2 }),
    rider(2, 'U13', { 1: 3 }),
    rider(3, 'U11', { 1: 2 }),
    rider(4, 'U13', { 1: 4 }),
  ];
  const laps = { laps: 3, laps_of_groups: [{ category: 'U11', gender: 'F' as const, laps: 2 }] };
  const rows = layOutProgress({ riders }, [zone(1, 'U11', 'U13')], laps);
  expect(rows.map(({ boxes }) => boxes[0]?.missing)).toEqual([1, 0, 0, 0]);
  expect(countDone(rows, 0)).toEqual({ done: 3, total: 4 });
});

test.each([
  ['dns', null],
  ['dnf', null],
  ['dsq', null],
  ['nc', { runs: 0, missing: 1 }],
  [null, { runs: 0, missing: 1 }],
] as const)('of a rider with the status %s who has not ridden, %j is shown (R10–R13)', (status, box) => {
  const riders = [{ ...rider(1, 'U13', {}), status }];
  expect(layOutProgress({ riders }, [zone(1, 'U13')], {})[0]?.boxes).toEqual([box]);
});
