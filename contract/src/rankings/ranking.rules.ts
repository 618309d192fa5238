import type { Run } from '../runs/run.schema.ts';
import type { Criterion, RankingEntry, RankingRule } from './ranking.schema.ts';
import { type RiderStatus, unrankedPlace } from './rider.status.ts';

/*
 * Ranks riders by R2–R8 and R10–R15 of docs/rules.md, as pure functions. The server ranks with it and the web previews
 * with it. It is independent of databases, pages and hidden names.
 */

/**
 * Raised with each change to these rules that can rank the same facts in another way: an official list of another
 * version is not computed again (H5).
 */
export const rankingRulesVersion = 1;

/** The facts of a run that ranking needs; its points are computed by R1. */
export type ScoredRun = Pick<Run, 'zone_id' | 'points' | 'penality' | 'chrono_sec'>;

export interface Rider {
  dossard: number;
  runs: readonly ScoredRun[];
  /** The status set by the organiser; most riders have none. */
  status?: RiderStatus | null;
  /** The rank in the previous round, absent without one (R14). */
  previous_rank?: number | undefined;
  /** The rider's position in a jury decision about a tie, absent without one (R15). */
  jury?: JuryPosition | undefined;
}

/** A position in the order that a jury gave to tied riders. */
export interface JuryPosition {
  /** Identifies one of the competition's decisions: its lowest bib. */
  decision: number;
  position: number;
  reason: string;
}

/** Returns the positions in a jury's order of tied riders, by dossard (R15). */
export const juryPositions = (dossards: readonly number[], reason: string): [number, JuryPosition][] => {
  const decision = Math.min(...dossards);
  return dossards.map((dossard, index) => [dossard, { decision, position: index + 1, reason }]);
};

/** A rider's place; `rank` and `decided_by` are null for unranked riders (R8, R10–R13). */
export interface RankedRider<R extends Rider>
  extends Pick<RankingEntry, 'rank' | 'decided_by' | 'total_points' | 'penality' | 'chrono_sec' | 'number_of_runs'> {
  rider: R;
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

/** A rider with the values that the rules compare. */
interface Summed<R extends Rider> {
  rider: R;
  sums: Sums;
}

/** Compares two riders by one criterion; negative puts `a` first. */
type Comparison = (a: Summed<Rider>, b: Summed<Rider>) => number;

const comparisons: Record<Exclude<Criterion, 'tied'>, Comparison> = {
  total_points: (a, b) => b.sums.total_points - a.sums.total_points,
  count_back: (a, b) => countBack(a.sums, b.sums),
  penality: (a, b) => a.sums.penality - b.sums.penality,
  chrono_sec: (a, b) => a.sums.hundredths - b.sums.hundredths,
  previous_round: (a, b) => previousRank(a.rider) - previousRank(b.rider),
  jury: (a, b) => (a.rider.jury?.position ?? 0) - (b.rider.jury?.position ?? 0),
};

/** Riders without a rank in the previous round follow those with one (R14). */
const previousRank = ({ previous_rank }: Rider) => previous_rank ?? Number.MAX_SAFE_INTEGER;

/** Riders who are tied so far, and the criterion that put them below those above; null for the first. */
interface Tie<R extends Rider> {
  riders: Summed<R>[];
  decidedBy: Criterion | null;
}

/** Splits a tie by one criterion into smaller ones, best first. */
function splitTie<R extends Rider>(tie: Tie<R>, criterion: Exclude<Criterion, 'tied'>): Tie<R>[] {
  const compare = comparisons[criterion];
  if (tie.riders.length < 2 || (criterion === 'jury' && !isDecided(tie))) return [tie];
  const ties: Tie<R>[] = [];
  let before: Summed<R> | undefined;
  for (const one of [...tie.riders].sort(compare)) {
    const last = ties.at(-1);
    if (last && before && compare(before, one) === 0) last.riders.push(one);
    else ties.push({ riders: [one], decidedBy: last ? criterion : tie.decidedBy });
    before = one;
  }
  return ties;
}

/**
 * Whether a jury decision applies: only if it orders all tied riders; otherwise the position of the others is unknown
 * (R15).
 */
function isDecided({ riders }: Tie<Rider>): boolean {
  const decisions = new Set(riders.map(({ rider }) => rider.jury?.decision));
  return decisions.size === 1 && !decisions.has(undefined);
}

/** Orders riders by one criterion after the other; a jury decides remaining ties (R3–R7, R14, R15). */
function splitByRule<R extends Rider>(riders: Summed<R>[], { tie_breaks }: RankingRule): Tie<R>[] {
  const others = tie_breaks.filter((one) => one !== 'jury');
  const criteria = ['total_points', ...others, ...tie_breaks.filter((one) => one === 'jury')] as const;
  const all: Tie<R>[] = riders.length > 0 ? [{ riders, decidedBy: null }] : [];
  return criteria.reduce((ties, criterion) => ties.flatMap((tie) => splitTie(tie, criterion)), all);
}

/** Finds the riders of one group whom nothing but a jury decision separates, tie by tie (R7, R15). */
export function findTies<R extends Rider>(riders: readonly R[], rule: RankingRule): R[][] {
  const ranked = rankGroup(riders, { ...rule, tie_breaks: rule.tie_breaks.filter((one) => one !== 'jury') });
  const ties = new Map<number, R[]>();
  for (const { rider, rank } of ranked) if (rank !== null) ties.set(rank, [...(ties.get(rank) ?? []), rider]);
  return [...ties.values()].filter((tied) => tied.length > 1);
}

/** Why one rider is above another: the deciding criterion, and both values. */
export interface Explanation {
  criterion: Criterion;
  /** Points, penalties or seconds; for the count-back the points of each counted run, high to low. */
  own: number[];
  other: number[];
}

/** Explains which criterion separates two neighbours in the ranking, in either order. */
export function explainOrder(rider: Rider, neighbour: Rider, criterion: Criterion, rule: RankingRule): Explanation {
  return { criterion, own: valuesOf(rider, criterion, rule), other: valuesOf(neighbour, criterion, rule) };
}

function valuesOf(rider: Rider, criterion: Criterion, rule: RankingRule): number[] {
  const sums = sumRuns(countedRuns(rider.runs, rule.runs));
  if (criterion === 'count_back') return sums.points;
  if (criterion === 'penality') return [sums.penality];
  if (criterion === 'chrono_sec') return [sums.hundredths / 100];
  if (criterion === 'previous_round') return rider.previous_rank === undefined ? [] : [rider.previous_rank];
  if (criterion === 'jury') return rider.jury ? [rider.jury.position] : [];
  return [sums.total_points];
}

/**
 * Ranks the riders of one group by R2–R8 and R10–R15; tied riders share a rank, in the order of their dossards, and the
 * next rank is skipped. The order of the input does not matter.
 */
export function rankGroup<R extends Rider>(riders: readonly R[], rule: RankingRule): RankedRider<R>[] {
  const summed = riders.map((rider) => ({
    rider,
    sums: sumRuns(countedRuns(rider.runs, rule.runs)),
    behind: unrankedPlace(rider.status ?? null, rider.runs.length > 0),
  }));
  const classified = summed.filter(({ behind }) => behind === undefined);
  const unranked = summed
    .filter(({ behind }) => behind !== undefined)
    .sort((a, b) => (a.behind ?? 0) - (b.behind ?? 0) || a.rider.dossard - b.rider.dossard);

  const ranked: RankedRider<R>[] = [];
  for (const { riders: tied, decidedBy } of splitByRule(classified, rule)) {
    const rank = ranked.length + 1;
    tied.sort((a, b) => a.rider.dossard - b.rider.dossard);
    for (const [index, { rider, sums }] of tied.entries()) {
      ranked.push({ ...placeOf(rider, sums), rank, decided_by: index === 0 ? decidedBy : 'tied' });
    }
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
