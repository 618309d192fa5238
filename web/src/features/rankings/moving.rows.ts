import { type RefObject, useLayoutEffect, useRef } from 'react';

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
