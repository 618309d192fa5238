import { compareGroups, type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Laps } from '@dossard/contract/competitions/laps.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { isQuiet, secondsUntilThrough } from '@dossard/contract/runs/pace.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { type Box, layOutProgress } from '../participants/progress.grid.ts';

/** Number of recorded runs, and of those still missing from riders who are expected (P1). */
export interface Tally {
  recorded: number;
  missing: number;
}

export interface ZoneTally extends Tally {
  id: number;
  name: string;
  /** No more runs are expected there (U8). */
  isClosed: boolean;
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
  const zoneTallies = zones.map(({ id, name, closed_at }, index): ZoneTally => {
    const pace = progress.zones.find((zone) => zone.id === id);
    const lastHour = pace?.last_hour ?? [];
    const tally = tallyOf(rows.map(({ boxes }) => boxes[index] ?? null));
    const seconds = secondsUntilThrough(lastHour, tally.missing);
    const throughAt = seconds === null ? null : now + seconds * 1000;
    const quiet = tally.missing > 0 && isQuiet(lastHour);
    return {
      ...{ id, name, isClosed: Boolean(closed_at), ...tally, lastHour, throughAt },
      ...{ lastRunAt: pace?.last_run_at ?? null, quiet, late: false },
    };
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
