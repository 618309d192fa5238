import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { slideRow } from '../../device/slide.row.ts';

/** What a ranking shows of a rider's place: a row in which it differs is marked as changed. */
export const shownPlace = ({ rank, total_points, number_of_runs }: RankingEntry): string =>
  `${rank} ${total_points} ${number_of_runs}`;

interface Places {
  page: string;
  /** Offset in pixels and index of each row, by its name. */
  rows: Map<string, { top: number; index: number }>;
}

/**
 * Animates the rows of a table (those with `data-row`) to their new place when their order changes; another `page` starts
 * over. Respects reduced motion.
 */
export function useMovingRows(page: string): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const before = useRef<Places>(undefined);
  // Runs after every render and stores the places that the rows will move from next time.
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const now: Places = { page, rows: new Map() };
    const earlier = before.current?.page === page ? before.current.rows : undefined;
    for (const [index, row] of rows.entries()) {
      const name = row.dataset.row ?? '';
      const top = row.offsetTop;
      now.rows.set(name, { top, index });
      const from = earlier?.get(name);
      if (from && from.index !== index) slideRow(row, from.top - top);
    }
    before.current = now;
  });
  return body;
}
