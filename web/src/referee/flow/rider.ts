import type { Group } from '@dossard/contract/categories/group.ts';
import type { FoundParticipant, RosterRider } from '@dossard/contract/participants/participant.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { m } from '../../paraglide/messages.js';

const shown = ['dossard_number', 'category', 'gender', 'first_name', 'last_name', 'status', 'start_time'] as const;

/** A rider as shown to the referee of one zone. */
export interface Rider extends Pick<RosterRider, (typeof shown)[number]> {
  earlier: EarlierRuns;
  /** True if the bib is unknown; the referee then chose category and gender. */
  unknown_bib?: boolean;
  /** Age of the list on this phone: when it was loaded, in ms since 1970; absent if the server has just answered. */
  list_of?: number;
}

/** The runs that the rider already has in the zone. */
interface EarlierRuns {
  count: number;
  /** The last of them, if its points are known. */
  last?: { points: number; recorded_at: string };
}

/** Converts the server's answer to a rider. */
export function riderFromServer(found: FoundParticipant, zoneId: number): Rider {
  const here = found.previous_runs.filter((run) => run.zone_id === zoneId);
  const last = here.at(-1);
  return {
    ...pick(found, ...shown),
    // By the server's clock, with which this phone compares its own (D4).
    earlier: { count: here.length, ...(last && { last: { points: last.points, recorded_at: last.ridden_at } }) },
  };
}

/** Converts a rider of the list on this phone. */
export function riderFromRoster({ runs_by_zone, ...rider }: RosterRider, zoneId: number, list_of: number): Rider {
  return { ...rider, earlier: { count: runs_by_zone[zoneId] ?? 0 }, list_of };
}

/** Creates a rider for an unknown bib, in the group that the referee chose. */
export function riderOfUnknownBib(dossard_number: number, { category, gender }: Group): Rider {
  return {
    dossard_number,
    category,
    gender,
    first_name: '',
    last_name: m.unknown_rider(),
    earlier: { count: 0 },
    unknown_bib: true,
  };
}
