import { expect, test } from 'vitest';
import { compareLists } from './list.changes.ts';
import type { OfficialList } from './official.list.schema.ts';

const doors = { door1: true, door2: false, door3: false, door4: false, door5: false, door6: false };
const run = (run_number: number, points: number) => ({
  ...{ run_number, zone_id: 4, ...doors, penality: 0, chrono_sec: 60, points, graded: true, counted: true },
});
const rider = (dossard: number, rank: number | null, ...points: number[]): OfficialList['rankings'][number] => ({
  dossard,
  rank,
  status: null,
  total_points: points.reduce((sum, one) => sum + one, 0),
  penality: 0,
  chrono_sec: 60 * points.length,
  number_of_runs: points.length,
  decided_by: null,
  runs: points.map((one, index) => run(index + 1, one)),
  name_sha256: `${dossard}`,
});
const list = (...rankings: OfficialList['rankings']) => ({ rankings }) as unknown as OfficialList;

test('nothing has changed between two revisions that differ only in salts (E3)', () => {
  const salted = { ...rider(1, 1, 30), name_sha256: 'of another salt' };
  expect(compareLists(list(rider(1, 1, 30)), list(salted))).toEqual([]);
});

test('a late run, a corrected one, a rider added and one removed (E3)', () => {
  const changes = compareLists(
    list(rider(1, 1, 30), rider(2, 2, 20), rider(3, 3, 10), rider(4, null)),
    list(rider(2, 1, 20, 15), rider(1, 2, 30), rider(3, 3, 5), rider(5, null)),
  );
  expect(
    changes.map(({ dossard, before, after, runs }) => [
      dossard,
      before && [before.rank, before.total_points],
      after && [after.rank, after.total_points],
      runs.map((one) => [one.run_number, one.before?.points ?? null, one.after?.points ?? null]),
    ]),
  ).toEqual([
    [2, [2, 20], [1, 35], [[2, null, 15]]],
    [1, [1, 30], [2, 30], []],
    [3, [3, 10], [3, 5], [[1, 10, 5]]],
    [5, null, [null, 0], []],
    [4, [null, 0], null, []],
  ]);
});
