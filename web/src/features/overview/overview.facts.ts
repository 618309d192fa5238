import { compareGroups, type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { isQuiet, secondsUntilThrough } from '@dossard/contract/runs/pace.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { fullName } from '../../riders/rider.tsx';
import { type Box, layOutProgress } from '../participants/progress.grid.ts';

/** Number of recorded runs, and of those still missing from riders who are expected (P1). */
export interface Tally {
  recorded: number;
  missing: number;
}

export interface ZoneTally extends Tally {
  id: number;
  name: string;
  /** Runs of the last hour in steps of five minutes, oldest first (P4). */
  lastHour: readonly number[];
  /** Estimated time when all runs will be recorded at the present pace, in milliseconds; null if unknown (P4). */
  throughAt: number | null;
  /** When the latest run of the last hour was recorded; null if there was none. */
  lastRunAt: string | null;
  /** True if no run arrived for a while, although runs are missing and others arrived earlier in the hour (P4). */
  quiet: boolean;
  /** True if this zone would be finished long after all others. */
  late: boolean;
  /** Runs that would be missing if it were not closed (U8). */
  unridden: number;
}

interface GroupTally extends Tally, Group {
  /** In each zone, in their order; null where the group has nothing to ride. */
  zones: (Tally | null)[];
}

export interface Overview {
  all: Tally;
  zones: ZoneTally[];
  groups: GroupTally[];
}

/** How much longer than all others a late zone takes, in milliseconds. */
const lateMs = 30 * 60_000;

/** Counts recorded and missing runs in total, per zone in its order, and per group in natural order. */
export function countOverview(progress: Progress, zones: readonly Zone[], laps: Laps): Overview {
  const rows = layOutProgress(progress, zones, laps);
  const now = Date.parse(progress.server_time);
  const closed = listUnridden(progress.riders, zones, laps);
  const zoneTallies = zones.map(({ id, name }, index): ZoneTally => {
    const pace = progress.zones.find((zone) => zone.id === id);
    const lastHour = pace?.last_hour ?? [];
    const tally = tallyOf(rows.map(({ boxes }) => boxes[index] ?? null));
    const seconds = secondsUntilThrough(lastHour, tally.missing);
    const throughAt = seconds === null ? null : now + seconds * 1000;
    const quiet = tally.missing > 0 && isQuiet(lastHour);
    const unridden = closed.find((zone) => zone.id === id)?.unridden ?? 0;
    const lastRunAt = pace?.last_run_at ?? null;
    return { id, name, ...tally, lastHour, throughAt, lastRunAt, quiet, late: false, unridden };
  });
  for (const zone of zoneTallies) zone.late = isLate(zone, zoneTallies);
  const groups = new Map<string, GroupTally>();
  for (const { rider, boxes } of rows) {
    const key = groupKey(rider);
    const { category, gender } = rider;
    const before = groups.get(key) ?? { category, gender, recorded: 0, missing: 0, zones: zones.map(() => null) };
    const inZones = boxes.map((box, index) => {
      const sum = before.zones[index] ?? null;
      return box ? add(sum ?? { recorded: 0, missing: 0 }, tallyOf([box])) : sum;
    });
    groups.set(key, { ...before, ...add(before, tallyOf(boxes)), zones: inZones });
  }
  return {
    all: zoneTallies.reduce(add, { recorded: 0, missing: 0 }),
    zones: zoneTallies,
    groups: [...groups.values()].sort(compareGroups),
  };
}

function isLate({ id, throughAt }: ZoneTally, zones: readonly ZoneTally[]): boolean {
  const others = zones.filter((zone) => zone.id !== id);
  if (throughAt === null || others.length === 0 || others.some((zone) => zone.throughAt === null)) return false;
  return others.every((zone) => throughAt - (zone.throughAt ?? 0) > lateMs);
}

const add = (a: Tally, b: Tally): Tally => ({ recorded: a.recorded + b.recorded, missing: a.missing + b.missing });

function tallyOf(boxes: readonly Box[]): Tally {
  return boxes.reduce<Tally>((sum, box) => (box ? add(sum, { recorded: box.runs, missing: box.missing }) : sum), {
    recorded: 0,
    missing: 0,
  });
}

/** Lists the closed zones where planned runs were not ridden, with how many (U8). */
export function listUnridden(
  riders: Progress['riders'],
  zones: readonly Zone[],
  laps: Laps,
): { id: number; name: string; unridden: number }[] {
  const closed = zones.filter(({ closed_at }) => closed_at).map((zone) => ({ ...zone, closed_at: null }));
  const rows = layOutProgress({ riders }, closed, laps);
  return closed
    .map(({ id, name }, index) => ({
      id,
      name,
      unridden: tallyOf(rows.map(({ boxes }) => boxes[index] ?? null)).missing,
    }))
    .filter(({ unridden }) => unridden > 0);
}

/** Lists the riders who did not start, but have runs, with how many. */
export const listStarted = (riders: Progress['riders']): { rider: Progress['riders'][number]; runs: number }[] =>
  riders
    .filter(({ status }) => status === 'dns')
    .map((rider) => ({ rider, runs: Object.values(rider.runs_by_zone).reduce((sum, runs) => sum + runs, 0) }))
    .filter(({ runs }) => runs > 0);

/** Formats that a rider who did not start has runs. */
export const formatStarted = ({ rider, runs }: ReturnType<typeof listStarted>[number]): string =>
  m.overview_started({ dossard: rider.dossard, name: fullName(rider), count: runs });

/** A rider with more runs in a zone than are planned there. */
export interface ExtraRuns {
  rider: Progress['riders'][number];
  zone: string;
  runs: number;
  planned: number;
}

/** Lists who has more runs in a zone than are planned, in the order of the riders; none where no number is set. */
export const listExtraRuns = (riders: Progress['riders'], zones: readonly Zone[], laps: Laps): ExtraRuns[] =>
  riders.flatMap((rider) => {
    const planned = lapsOf(laps, rider) ?? Number.POSITIVE_INFINITY;
    return zones
      .map(({ id, name }) => ({ rider, zone: name, runs: rider.runs_by_zone[id] ?? 0, planned }))
      .filter(({ runs }) => runs > planned);
  });

/** Formats a rider's runs in a zone beside how many are planned. */
export const formatExtra = ({ rider, ...extra }: ExtraRuns): string =>
  m.overview_extra({ dossard: rider.dossard, name: fullName(rider), ...extra });
