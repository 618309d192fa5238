import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';

/** A box of the grid: the runs of a rider in a zone, and how many are still missing; null where none is expected of them. */
export type Box = { runs: number; missing: number } | null;

export interface GridRow {
  rider: Progress['riders'][number];
  boxes: Box[];
  /** Whether a run is missing in a zone that is theirs. */
  missing: boolean;
}

/**
 * Lays out who has ridden where: a row for each rider, a box for each zone in its order. While nobody has said how many
 * laps are ridden, one run is taken for enough (P1).
 */
export function layOutProgress({ riders }: Pick<Progress, 'riders'>, zones: readonly Zone[], laps: Laps): GridRow[] {
  return riders.map((rider) => {
    const planned = lapsOf(laps, rider) ?? 1;
    const boxes = zones.map(({ id, graduations }): Box => {
      const runs = rider.runs_by_zone[String(id)] ?? 0;
      const isExpected = ridesOn(rider) && graduationFor(graduations, rider) !== undefined;
      return runs > 0 || isExpected ? { runs, missing: isExpected ? Math.max(0, planned - runs) : 0 } : null;
    });
    return { rider, boxes, missing: boxes.some((box) => box && box.missing > 0) };
  });
}

/** Returns true if more runs are expected of a rider: one who did not start or finish, or is disqualified, misses none. */
const ridesOn = ({ status }: GridRow['rider']) => !status || status === 'nc';

/** How many of the riders of a zone have all their runs there, and how many it has. */
export function countDone(rows: readonly GridRow[], zoneIndex: number): { done: number; total: number } {
  const boxes = rows.map((row) => row.boxes[zoneIndex] ?? null).filter((box) => box !== null);
  return { done: boxes.filter((box) => box.missing === 0).length, total: boxes.length };
}
