import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';

/** Wait before opening a refused stream again, in milliseconds. */
const againMs = 15_000;
/** Silence after which a stream counts as dead, in milliseconds; the server sends a heartbeat every 15 s. */
const silenceMs = 40_000;

export interface StreamEvents {
  /** Called for each change, and with the current version whenever the stream opens. */
  onEvent: (event: LiveEvent) => void;
  onLost: () => void;
}

/** Opens a stream of the server, and reconnects it until the returned function is called. */
export function openSource(address: string, { onEvent, onLost }: StreamEvents): () => void {
  let source: EventSource | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;

  function openIn(ms: number): void {
    clearTimeout(next);
    next = setTimeout(() => {
      onLost();
      open();
    }, ms);
  }

  function open(): void {
    source?.close();
    const opened = new EventSource(address);
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

  open();
  return () => {
    clearTimeout(next);
    source?.close();
  };
}
