import type { StreamEvents } from './event.source.ts';
import { joinStream } from './shared.stream.ts';

/* A live stream that stays open while somebody can see the page. */

/** Wait before asking again for an address that is not known yet, in milliseconds. */
const againMs = 15_000;

interface Stream extends StreamEvents {
  /** Returns the address to open; undefined while the page does not know it. */
  address: () => string | undefined;
  /** Returns true while the stream is needed; by default while the page is visible. */
  isNeeded?: () => boolean;
}

/** Keeps a stream open while it is needed, and reconnects it; returns a function that closes it. */
export function keepStream({ address, onEvent, onLost, isNeeded = () => !document.hidden }: Stream): () => void {
  let leave: (() => void) | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    close();
    if (!isNeeded()) return;
    const known = address();
    if (known === undefined) next = setTimeout(open, againMs);
    else leave = joinStream(known, { onEvent, onLost });
  }

  function close(): void {
    clearTimeout(next);
    leave?.();
    leave = undefined;
    onLost();
  }

  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('visibilitychange', open, { signal });
  // A page that is kept for the browser's "back" is frozen.
  window.addEventListener('pagehide', close, { signal });
  window.addEventListener('pageshow', open, { signal });
  open();
  return () => {
    ending.abort();
    close();
  };
}
