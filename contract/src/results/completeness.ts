import { type Group, isSameGroup } from '../categories/group.ts';
import { type Laps, lapsOf } from '../competitions/laps.ts';
import type { RosterRider } from '../participants/participant.schema.ts';
import { graduationFor } from '../zones/graduation.rules.ts';
import type { Zone } from '../zones/zone.schema.ts';
import type { ManagedResult } from './result.schema.ts';

/** How many runs of a group are recorded, of those that are expected. */
export type Completeness = Pick<ManagedResult, 'riders' | 'expected' | 'recorded' | 'missing_runs' | 'missing_riders'>;

type CountedRider = Pick<RosterRider, 'category' | 'gender' | 'status' | 'runs_by_zone'>;
type CountedZone = Pick<Zone, 'id' | 'closed_at' | 'graduations'>;

/**
 * Counts the runs of a group (E11): expected is each planned lap of a rider without a status in each open zone with
 * a graduation of the group. A run too many in one zone fills no gap in another.
 */
export function countRuns(
  group: Group,
  riders: readonly CountedRider[],
  zones: readonly CountedZone[],
  competition: Laps,
): Completeness {
  const own = riders.filter((rider) => isSameGroup(rider, group));
  const recorded = own.flatMap(({ runs_by_zone }) => Object.values(runs_by_zone)).reduce(add, 0);
  const laps = lapsOf(competition, group);
  const gaps = listGaps(group, own, zones, competition);
  return {
    riders: own.length,
    expected: laps && own.filter(({ status }) => !status).length * zonesOf(group, zones).length * laps,
    recorded,
    missing_runs: gaps.map(({ missing }) => missing).reduce(add, 0),
    missing_riders: gaps.length,
  };
}

/** Lists the riders of a group who lack runs, with how many, in all and by zone (E11). */
export function listGaps<Rider extends CountedRider>(
  group: Group,
  riders: readonly Rider[],
  zones: readonly CountedZone[],
  competition: Laps,
): { rider: Rider; missing: number; zones: { zone_id: number; missing: number }[] }[] {
  const laps = lapsOf(competition, group) ?? 0;
  const ridden = zonesOf(group, zones);
  return riders
    .filter((rider) => isSameGroup(rider, group) && !rider.status)
    .map((rider) => {
      const zones = ridden
        .map(({ id }) => ({ zone_id: id, missing: laps - (rider.runs_by_zone[String(id)] ?? 0) }))
        .filter(({ missing }) => missing > 0);
      return { rider, missing: zones.map(({ missing }) => missing).reduce(add, 0), zones };
    })
    .filter(({ missing }) => missing > 0);
}

const zonesOf = (group: Group, zones: readonly CountedZone[]) =>
  zones.filter(({ closed_at, graduations }) => !closed_at && graduationFor(graduations, group) !== undefined);

const add = (a: number, b: number) => a + b;
