import type { Progress } from '@dossard/contract/participants/participant.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';

/** A box of the grid: the number of runs of a rider in a zone; null where no graduation is theirs. */
export type Box = number | null;

export interface GridRow {
  rider: Progress['riders'][number];
  boxes: Box[];
  /** Whether a run is missing in a zone that is theirs. */
  missing: boolean;
}

/** Lays out who has ridden where: a row for each rider, a box for each zone in its order. */
export function layOutProgress({ riders }: Progress, zones: readonly Zone[]): GridRow[] {
  return riders.map((rider) => {
    const boxes = zones.map(({ id, graduations }): Box => {
      const runs = rider.runs_by_zone[String(id)] ?? 0;
      return runs > 0 || graduationFor(graduations, rider) ? runs : null;
    });
    return { rider, boxes, missing: boxes.includes(0) };
  });
}

/** How many of the riders of a zone have a run there, and how many it has. */
export function countDone(rows: readonly GridRow[], zoneIndex: number): { done: number; total: number } {
  const boxes = rows.map((row) => row.boxes[zoneIndex] ?? null).filter((box) => box !== null);
  return { done: boxes.filter((box) => box > 0).length, total: boxes.length };
}
