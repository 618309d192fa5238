import type { Group } from '../categories/group.ts';
import type { Laps } from '../competitions/laps.ts';
import { type RankedRider, type Rider, rankGroup, type ScoredRun } from '../rankings/ranking.rules.ts';
import type { RankingRule } from '../rankings/ranking.schema.ts';
import type { RiderStatus } from '../rankings/rider.status.ts';
import { listGaps } from '../results/completeness.ts';
import { pointsPerDoor } from '../runs/run.rules.ts';
import { maxChronoSec, maxPenality } from '../runs/run.schema.ts';
import { graduationFor } from '../zones/graduation.rules.ts';
import type { Zone } from '../zones/zone.schema.ts';
import type { Need, PlaceFact } from './speech.schema.ts';

/* Determines the effects of runs, for the speaker to read out: K1–K3 of docs/rules.md, from rankings only. */

/** Number of places on the podium. */
const podium = 3;

/** A rider whose runs can be removed from a ranking one by one. */
export type NumberedRider = Rider & { runs: readonly (ScoredRun & { run_number: number })[] };

/** The rankings before and after a run. */
export interface Around<R extends Rider> {
  before: RankedRider<R>[];
  after: RankedRider<R>[];
}

/** Ranks a group before and after each of its latest runs, the last one first, without the runs that came later. */
export function rankAround<R extends NumberedRider>(
  riders: readonly R[],
  latest: readonly { dossard: number; run_number: number }[],
  rule: RankingRule,
): Around<R>[] {
  let present = riders;
  let after = rankGroup(present, rule);
  return latest.map(({ dossard, run_number }) => {
    present = present.map((rider) =>
      rider.dossard === dossard
        ? Object.assign({}, rider, { runs: [...rider.runs].filter((run) => run.run_number !== run_number) })
        : rider,
    );
    const around = { before: rankGroup(present, rule), after };
    after = around.before;
    return around;
  });
}

/** Describes the effect of a run on its rider's place (K1). Throws if the rider is not in the ranking. */
export function describePlace({ before, after }: Around<Rider>, dossard: number): PlaceFact {
  const index = after.findIndex(({ rider }) => rider.dossard === dossard);
  const now = after[index];
  if (!now) throw new Error(`Bib ${dossard} is not in the ranking.`);
  const { rank, rider } = now;
  if (rank === null) return { kind: 'unranked', status: (rider.status as RiderStatus | null | undefined) ?? null };
  const earlier = rankOf(before, dossard);
  const beside = (other: RankedRider<Rider> | undefined) => ({
    dossard: other?.rider.dossard ?? null,
    margin: other ? Math.abs(now.total_points - other.total_points) : 0,
  });
  if (rank === 1) {
    const tied = after.find((other) => other !== now && other.rank === 1);
    if (tied && earlier !== 1) return { kind: 'shares_lead', dossard: tied.rider.dossard };
    const second = after.find((other) => other !== now && other.rank !== null);
    const ledAlone = earlier === 1 && !before.some((other) => other.rank === 1 && other.rider.dossard !== dossard);
    return { kind: ledAlone || tied ? 'keeps_lead' : 'takes_lead', ...beside(second) };
  }
  const place = { rank, ...beside([...after].reverse().find((other) => other.rank !== null && other.rank < rank)) };
  if (rank <= podium && (earlier === null || earlier > podium)) return { kind: 'enters_podium', ...place };
  if (earlier === null || rank < earlier) return { kind: 'moves_up', ...place };
  return { kind: rank > earlier ? 'moves_down' : 'stays', ...place };
}

/**
 * Whether a run is read out before others (K2): it took the lead, tied with the leader, pushed a rider off the podium,
 * or leaves its rider one run in which the podium or the win is possible.
 */
export function isImportant({ before }: Pick<Around<Rider>, 'before'>, place: PlaceFact, need: Need | null): boolean {
  if (need) return true;
  const ranked = before.filter(({ rank }) => rank !== null).length;
  if (place.kind === 'takes_lead' || place.kind === 'shares_lead') return ranked > 0;
  return place.kind === 'enters_podium' && ranked >= podium;
}

/** The last remaining run of a rider: its zone, and the points of its doors, first to last. */
export interface LastRun {
  zone_id: number;
  doors: readonly number[];
}

/**
 * Finds the fewest points in the last run that bring its rider to the podium, or from there to the win, with any
 * penalties and time, if nobody else rides (K3). Null if this is impossible or already achieved.
 */
export function findNeed(
  after: readonly RankedRider<Rider>[],
  dossard: number,
  last: LastRun,
  rule: RankingRule,
): Need | null {
  const rank = rankOf(after, dossard);
  if (rank === null || rank === 1) return null;
  const place = rank > podium ? podium : 1;
  const riders = after.map(({ rider }) => rider);
  const areEqual = last.doors.every((points) => points === last.doors[0]);
  for (const points of reachable(last.doors)) {
    // The slowest run with all penalties: any other run of the same points is at least as good.
    const run = { zone_id: last.zone_id, points, penality: maxPenality, chrono_sec: maxChronoSec };
    const ridden = riders.map((rider) =>
      rider.dossard === dossard ? { ...rider, runs: [...rider.runs, run] } : rider,
    );
    const reached = rankOf(rankGroup(ridden, rule), dossard);
    if (reached === null || reached > place) continue;
    const doors = areEqual && last.doors[0] ? points / last.doors[0] : null;
    return { place, points, doors };
  }
  return null;
}

/** Lists the sums above 0 of any selection of doors, fewest first. */
function reachable(doors: readonly number[]): number[] {
  const sums = new Set([0]);
  for (const points of doors) for (const sum of [...sums]) sums.add(sum + points);
  return [...sums].filter((sum) => sum > 0).sort((a, b) => a - b);
}

/**
 * Finds the last run that is expected of a rider (E11): its zone and doors. Undefined if not exactly one is left, or the
 * laps are unknown.
 */
export function findLastRun(
  rider: Group & { status?: RiderStatus | null | undefined; runs: Iterable<{ zone_id: number }> },
  zones: readonly Pick<Zone, 'id' | 'closed_at' | 'graduations'>[],
  competition: Laps,
): LastRun | undefined {
  const { category, gender, status, runs } = rider;
  const runs_by_zone: Record<string, number> = {};
  for (const { zone_id } of runs) runs_by_zone[zone_id] = (runs_by_zone[zone_id] ?? 0) + 1;
  const [gap] = listGaps(rider, [{ category, gender, status, runs_by_zone }], zones, competition);
  if (gap?.missing !== 1) return undefined;
  const zone = zones.find(({ id }) => id === gap.zones[0]?.zone_id);
  const graduation = zone && graduationFor(zone.graduations, rider);
  return graduation && { zone_id: zone.id, doors: pointsPerDoor(graduation).map(({ points }) => points) };
}

/** Orders the speeches: important ones first, each by the latest (K2). */
export function orderSpeeches<S extends { important: boolean; received_at: string }>(speeches: readonly S[]): S[] {
  return [...speeches].sort(
    (a, b) => Number(b.important) - Number(a.important) || b.received_at.localeCompare(a.received_at),
  );
}

const rankOf = (ranked: readonly RankedRider<Rider>[], dossard: number) =>
  ranked.find(({ rider }) => rider.dossard === dossard)?.rank ?? null;
