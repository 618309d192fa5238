/** Duration of a row's move to its new place, in milliseconds. */
const moveMs = 600;

/** Animates a row to its place from that many pixels below or above; not for readers who prefer reduced motion. */
export function slideRow(row: HTMLElement, fromPx: number): void {
  if (fromPx === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  row.animate([{ transform: `translateY(${fromPx}px)` }, { transform: 'none' }], {
    duration: moveMs,
    easing: 'ease-in-out',
  });
}
