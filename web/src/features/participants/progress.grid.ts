import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';

/** A cell of the grid: a rider's runs in a zone, and how many are missing; null where no run is expected. */
export type Box = { runs: number; missing: number } | null;

export interface GridRow {
  rider: Progress['riders'][number];
  boxes: Box[];
  /** True if a run is missing in one of the rider's zones. */
  missing: boolean;
}

/**
 * Creates a row for each rider with a cell for each zone in its order. If no number of laps is set, one run counts as
 * complete (P1).
 */
export function layOutProgress({ riders }: Pick<Progress, 'riders'>, zones: readonly Zone[], laps: Laps): GridRow[] {
  return riders.map((rider) => {
    const planned = lapsOf(laps, rider) ?? 1;
    const boxes = zones.map(({ id, closed_at, graduations }): Box => {
      const runs = rider.runs_by_zone[String(id)] ?? 0;
      const isExpected = !closed_at && ridesOn(rider) && graduationFor(graduations, rider) !== undefined;
      return runs > 0 || isExpected ? { runs, missing: isExpected ? Math.max(0, planned - runs) : 0 } : null;
    });
    return { rider, boxes, missing: boxes.some((box) => box && box.missing > 0) };
  });
}

/** Returns true if runs are expected of a rider: not after DNS, DNF or DSQ. */
const ridesOn = ({ status }: GridRow['rider']) => !status || status === 'nc';

/** Counts the riders of a zone who have all their runs there, and all riders of the zone. */
export function countDone(rows: readonly GridRow[], zoneIndex: number): { done: number; total: number } {
  const boxes = rows.map((row) => row.boxes[zoneIndex] ?? null).filter((box) => box !== null);
  return { done: boxes.filter((box) => box.missing === 0).length, total: boxes.length };
}
