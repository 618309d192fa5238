import { compareCategories } from '@dossard/contract/categories/category.schema.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { RosterRider } from '@dossard/contract/participants/participant.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';

interface Zone {
  zoneId: number;
  graduations: readonly Graduation[];
  laps: Laps;
  /** Runs on this phone that the list of riders does not count yet, by dossard. */
  justRecorded: ReadonlyMap<number, number>;
}

/**
 * Lists the riders expected next in a zone: those with a start position whose group rides there, who are not out and
 * have runs left; fewest runs first, then in start order (F7). Empty without a start order.
 */
export function nextRiders(
  riders: readonly RosterRider[],
  { zoneId, graduations, laps, justRecorded }: Zone,
): RosterRider[] {
  const runsOf = (rider: RosterRider) =>
    (rider.runs_by_zone[zoneId] ?? 0) + (justRecorded.get(rider.dossard_number) ?? 0);
  const isExpected = (rider: RosterRider) =>
    rider.start_position != null &&
    (!rider.status || rider.status === 'nc') &&
    graduationFor(graduations, rider) !== undefined &&
    runsOf(rider) < (lapsOf(laps, rider) ?? Number.POSITIVE_INFINITY);
  return riders
    .filter(isExpected)
    .sort(
      (a, b) =>
        runsOf(a) - runsOf(b) ||
        compareCategories(a.category, b.category) ||
        a.gender.localeCompare(b.gender) ||
        (a.start_position ?? 0) - (b.start_position ?? 0) ||
        a.dossard_number - b.dossard_number,
    );
}
