import type { ListedRider, OfficialList } from './official.list.schema.ts';

type RankedFigures = Pick<ListedRider, 'rank' | 'status' | 'total_points' | 'penality' | 'chrono_sec'>;
type ListedRun = ListedRider['runs'][number];

/** The differences for one rider between two revisions; null on a side whose list lacks the rider. */
export interface RiderChange {
  dossard: number;
  before: RankedFigures | null;
  after: RankedFigures | null;
  /** Runs that were added, corrected or removed. */
  runs: { run_number: number; zone_id: number; before: ListedRun | null; after: ListedRun | null }[];
}

const figuresOf = ({ rank, status, total_points, penality, chrono_sec }: ListedRider): RankedFigures => ({
  rank,
  status,
  total_points,
  penality,
  chrono_sec,
});
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Compares two revisions of an official list; returns the changed riders, in the order of the later one (E3). */
export function compareLists(earlier: OfficialList, later: OfficialList): RiderChange[] {
  const before = new Map(earlier.rankings.map((rider) => [rider.dossard, rider]));
  const after = new Map(later.rankings.map((rider) => [rider.dossard, rider]));
  const dossards = new Set([...after.keys(), ...before.keys()]);
  return [...dossards].flatMap((dossard) => {
    const [was, is] = [before.get(dossard), after.get(dossard)];
    const runs = compareRuns(was?.runs ?? [], is?.runs ?? []);
    const [from, to] = [was ? figuresOf(was) : null, is ? figuresOf(is) : null];
    return isEqual(from, to) && runs.length === 0 ? [] : [{ dossard, before: from, after: to, runs }];
  });
}

function compareRuns(earlier: readonly ListedRun[], later: readonly ListedRun[]): RiderChange['runs'] {
  const numbers = new Set([...earlier, ...later].map(({ run_number }) => run_number));
  return [...numbers]
    .sort((a, b) => a - b)
    .flatMap((run_number) => {
      const find = (runs: readonly ListedRun[]) => runs.find((run) => run.run_number === run_number) ?? null;
      const [before, after] = [find(earlier), find(later)];
      const zone_id = (after ?? before)?.zone_id ?? 0;
      return isEqual(before, after) ? [] : [{ run_number, zone_id, before, after }];
    });
}
