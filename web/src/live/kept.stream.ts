import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';

/* A live stream that stays open while somebody can see the page. */

/** Wait before opening a refused stream again, or one whose address is not known yet, in milliseconds. */
const againMs = 15_000;
/** Silence after which a stream counts as dead, in milliseconds; the server sends a heartbeat every 15 s. */
const silenceMs = 40_000;

interface Stream {
  /** Returns the address to open; undefined while the page does not know it. */
  address: () => string | undefined;
  /** Called for each change, and with the current version whenever the stream opens. */
  onEvent: (event: LiveEvent) => void;
  onLost: () => void;
  /** Returns true while the stream is needed; by default while the page is visible. */
  isNeeded?: () => boolean;
}

/** Keeps a stream open while it is needed, and reconnects it; `end` closes it. */
export function keepStream({ address, onEvent, onLost, isNeeded = () => !document.hidden }: Stream): {
  end: () => void;
} {
  let source: EventSource | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;

  function openIn(ms: number): void {
    clearTimeout(next);
    next = setTimeout(open, ms);
  }

  function open(): void {
    close();
    if (!isNeeded()) return;
    const known = address();
    if (known === undefined) {
      openIn(againMs);
      return;
    }
    const opened = new EventSource(known);
    source = opened;
    // A connection that died silently reports no error, so silence reconnects it too.
    const listen = () => openIn(silenceMs);
    listen();
    opened.addEventListener('heartbeat', listen);
    opened.addEventListener('ranking', ({ data }) => {
      listen();
      onEvent(JSON.parse(data));
    });
    opened.addEventListener('error', () => {
      onLost();
      // The browser reconnects after a broken connection; a refusal closes the stream for good.
      if (opened.readyState === EventSource.CLOSED) openIn(againMs);
    });
  }

  function close(): void {
    clearTimeout(next);
    source?.close();
    source = undefined;
    onLost();
  }

  document.addEventListener('visibilitychange', open);
  open();
  return {
    end() {
      document.removeEventListener('visibilitychange', open);
      close();
    },
  };
}
