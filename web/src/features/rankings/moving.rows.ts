import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How long a row takes to its new place, in milliseconds. */
const moveMs = 600;

interface Places {
  page: string;
  /** By the row's name: how far down it stands, in pixels, and as which one. */
  rows: Map<string, { top: number; index: number }>;
}

/**
 * Lets the rows of a table (those with `data-row`) glide to their new place when their order changes; another `page`
 * starts afresh. Nothing moves for readers who asked their device for less motion.
 */
export function useMovingRows(page: string): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  const before = useRef<Places>(undefined);
  // After every change of what is shown: where the rows stand now is where they come from next time.
  useLayoutEffect(() => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const now: Places = { page, rows: new Map() };
    const earlier = before.current?.page === page ? before.current.rows : undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    for (const [index, row] of rows.entries()) {
      const name = row.dataset.row ?? '';
      const top = row.offsetTop;
      now.rows.set(name, { top, index });
      const from = earlier?.get(name);
      if (still || !from || from.index === index || from.top === top) continue;
      row.animate([{ transform: `translateY(${from.top - top}px)` }, { transform: 'none' }], {
        duration: moveMs,
        easing: 'ease-in-out',
      });
    }
    before.current = now;
  });
  return body;
}

/** How long a row that changed is marked, in milliseconds. */
const markedMs = 6_000;

const factsOf = (entry: RankingEntry) => `${entry.rank} ${entry.total_points} ${entry.number_of_runs}`;

/** The dossards whose row changed a moment ago; another `page` starts afresh, because nothing changed there. */
export function useChangedRows(entries: readonly RankingEntry[] | undefined, page: string): ReadonlySet<number> {
  const before = useRef<{ page: string; facts: Map<number, string> } | undefined>(undefined);
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!entries) return;
    const facts = new Map(entries.map((entry) => [entry.dossard, factsOf(entry)]));
    const earlier = before.current?.page === page ? before.current.facts : undefined;
    before.current = { page, facts };
    const differing = earlier ? [...facts].filter(([dossard, fact]) => earlier.get(dossard) !== fact) : [];
    if (differing.length === 0) return;
    setChanged(new Set(differing.map(([dossard]) => dossard)));
    const end = setTimeout(() => setChanged(new Set()), markedMs);
    return () => clearTimeout(end);
  }, [entries, page]);
  return changed;
}
