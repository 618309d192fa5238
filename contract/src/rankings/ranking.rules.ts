import type { Criterion, RankingRule, TieBreak } from './ranking.schema.ts';
import { type RiderStatus, unrankedPlace } from './rider.status.ts';

/*
 * How riders are ranked: R2–R8 and R10–R13 of docs/rules.md, from facts alone. The server ranks with it and the web previews
 * with it. It knows nothing of databases, pages or names that may be hidden.
 */

/** What ranking needs to know of a run: its points are those of R1. */
export interface ScoredRun {
  zone_id: number;
  points: number;
  penality: number;
  /** Seconds, with hundredths. */
  chrono_sec: number;
}

export interface Rider {
  dossard: number;
  runs: readonly ScoredRun[];
  /** What the organiser says of the rider; most have none. */
  status?: RiderStatus | null;
}

/** A rider's place; `rank` and `decided_by` are null for those who are not ranked (R8, R10–R13). */
export interface RankedRider<R extends Rider> {
  rider: R;
  rank: number | null;
  decided_by: Criterion | null;
  total_points: number;
  penality: number;
  chrono_sec: number;
  number_of_runs: number;
}

interface Sums {
  total_points: number;
  penality: number;
  hundredths: number;
  /** Points of the counted runs, high to low, for the count-back. */
  points: number[];
}

/** Orders the runs of one zone from best to worst: most points, then fewest penalties, then least time (R2). */
function compareRuns(a: ScoredRun, b: ScoredRun): number {
  return b.points - a.points || a.penality - b.penality || a.chrono_sec - b.chrono_sec;
}

/** Picks the runs that count: all, or the best of each zone (R2). */
export function countedRuns<R extends ScoredRun>(runs: readonly R[], counting: RankingRule['runs']): R[] {
  if (counting === 'all') return [...runs];
  const bestOfZone = new Map<number, R>();
  for (const run of runs) {
    const best = bestOfZone.get(run.zone_id);
    if (best === undefined || compareRuns(run, best) < 0) bestOfZone.set(run.zone_id, run);
  }
  return [...bestOfZone.values()];
}

/** Adds up a rider's counted runs (R2); times are summed in whole hundredths. */
function sumRuns(runs: readonly ScoredRun[]): Sums {
  const sums: Sums = { total_points: 0, penality: 0, hundredths: 0, points: [] };
  for (const run of runs) {
    sums.total_points += run.points;
    sums.penality += run.penality;
    sums.hundredths += Math.round(run.chrono_sec * 100);
    sums.points.push(run.points);
  }
  sums.points.sort((a, b) => b - a);
  return sums;
}

/** Compares run by run from the best down; a shorter list is padded with 0 (R4). Negative puts `a` first. */
function countBack(a: Sums, b: Sums): number {
  const length = Math.max(a.points.length, b.points.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (b.points[index] ?? 0) - (a.points[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const tieBreaks: Record<TieBreak, (a: Sums, b: Sums) => number> = {
  count_back: countBack,
  penality: (a, b) => a.penality - b.penality,
  chrono_sec: (a, b) => a.hundredths - b.hundredths,
};

/** Decides between two riders: which comes first (negative: `a`), and by which criterion (R3–R7). */
function decide(a: Sums, b: Sums, rule: RankingRule): { order: number; criterion: Criterion } {
  if (a.total_points !== b.total_points) {
    return { order: b.total_points - a.total_points, criterion: 'total_points' };
  }
  for (const criterion of rule.tie_breaks) {
    const order = tieBreaks[criterion](a, b);
    if (order !== 0) return { order, criterion };
  }
  return { order: 0, criterion: 'tied' };
}

/** Why one rider is above another: the criterion that decides, and what each has of it. */
export interface Explanation {
  criterion: Criterion;
  /** Points, penalties or seconds; for the count-back the points of each counted run, high to low. */
  own: number[];
  other: number[];
}

/** Explains the order of two riders who have a run, whichever of them is above (R3–R7). */
export function explainOrder(rider: Rider, neighbour: Rider, rule: RankingRule): Explanation {
  const [own, other] = [rider, neighbour].map((one) => sumRuns(countedRuns(one.runs, rule.runs))) as [Sums, Sums];
  const { criterion } = decide(own, other, rule);
  return { criterion, own: valuesOf(own, criterion), other: valuesOf(other, criterion) };
}

function valuesOf(sums: Sums, criterion: Criterion): number[] {
  if (criterion === 'count_back') return sums.points;
  if (criterion === 'penality') return [sums.penality];
  if (criterion === 'chrono_sec') return [sums.hundredths / 100];
  return [sums.total_points];
}

/**
 * Ranks the riders of one group by R2–R8 and R10–R13; riders still tied share a rank, in the order of their dossards, and the
 * next rank is skipped. The order of the input does not matter.
 */
export function rankGroup<R extends Rider>(riders: readonly R[], rule: RankingRule): RankedRider<R>[] {
  const summed = riders.map((rider) => ({
    rider,
    sums: sumRuns(countedRuns(rider.runs, rule.runs)),
    behind: unrankedPlace(rider.status ?? null, rider.runs.length > 0),
  }));
  const classified = summed
    .filter(({ behind }) => behind === undefined)
    .sort((a, b) => decide(a.sums, b.sums, rule).order || a.rider.dossard - b.rider.dossard);
  const unranked = summed
    .filter(({ behind }) => behind !== undefined)
    .sort((a, b) => (a.behind ?? 0) - (b.behind ?? 0) || a.rider.dossard - b.rider.dossard);

  const ranked: RankedRider<R>[] = [];
  for (const [index, { rider, sums }] of classified.entries()) {
    const above = classified[index - 1];
    const decidedBy = above === undefined ? null : decide(above.sums, sums, rule).criterion;
    const rank = decidedBy === 'tied' ? (ranked[index - 1]?.rank ?? 1) : index + 1;
    ranked.push({ ...placeOf(rider, sums), rank, decided_by: decidedBy });
  }
  for (const { rider, sums } of unranked) ranked.push({ ...placeOf(rider, sums), rank: null, decided_by: null });
  return ranked;
}

function placeOf<R extends Rider>(rider: R, sums: Sums) {
  return {
    rider,
    total_points: sums.total_points,
    penality: sums.penality,
    chrono_sec: sums.hundredths / 100,
    number_of_runs: rider.runs.length,
  };
}
