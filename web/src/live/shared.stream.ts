import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import { openSource, type StreamEvents } from './event.source.ts';

/*
 * One stream for all windows of a browser, because over HTTP/1.1 six streams would leave no connection for anything
 * else (L7). The windows elect a leader for each address; it opens the stream and passes on its events, which contain
 * versions and groups but no results.
 */

/** Changed whenever the messages change, because windows of two versions may be open at the same time. */
const channelName = 'dossard-live-1';
/** Maximum number of streams of a browser: half of its connections. */
const maxStreams = 3;
/** How long a window waits at least for an answer before it leads, in milliseconds; at most twice as long. */
const electionMs = 100;
/** Silence after which followers ask whether their leader is alive, and how long it may take to answer; in ms. */
const askAfterMs = 3_000;
const answerMs = 3_000;
/** Wait of a window that found too many streams, in milliseconds; it polls meanwhile. */
const fullMs = 15_000;

interface Message {
  kind: 'ask' | 'leads' | 'event' | 'leaves';
  address: string;
  /** When the sender became leader, with a random part; the latest leader of an address wins. */
  since?: string;
  /** The change, or for `leads` the latest version with all groups; absent while the stream is broken. */
  event?: LiveEvent | undefined;
}

/** Opens the channel between the windows; undefined in old browsers, and in frames without an origin. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return window.origin === 'null' ? undefined : new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}

/**
 * Follows the stream of an address, shared with the browser's other windows, until the returned function is called.
 * Reports nothing where windows cannot share: the page polls.
 */
export function joinStream(address: string, { onEvent, onLost }: StreamEvents): () => void {
  const channel = openChannel();
  if (!channel) return () => {};
  /** When the leader of each other address became leader. */
  const others = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** This window's stream, as leader. */
  let led: { since: string; close: () => void; latest?: LiveEvent | undefined } | undefined;
  let isLive = false;

  const post = (message: Omit<Message, 'address'>) => channel.postMessage({ ...message, address });
  const announce = () => led && post({ kind: 'leads', since: led.since, event: led.latest });
  const plan = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };

  /** Asks for a leader, and becomes it when nobody answers. */
  function elect(): void {
    others.clear();
    post({ kind: 'ask' });
    plan(electionMs * (1 + Math.random()), lead);
  }

  function lead(): void {
    if (others.size >= maxStreams) {
      plan(fullMs, elect);
      return;
    }
    clearTimeout(timer);
    const since = `${Date.now()} ${Math.random()}`;
    const close = openSource(address, {
      onEvent(event) {
        if (!led) return;
        led.latest = { ...event, groups: led.latest?.groups ?? event.groups };
        post({ kind: 'event', since, event });
        report(event);
      },
      onLost() {
        if (!led?.latest) return;
        led.latest = undefined;
        announce();
        report(undefined);
      },
    });
    led = { since, close };
    announce();
  }

  function resign(): void {
    led?.close();
    led = undefined;
    report(undefined);
  }

  function report(event: LiveEvent | undefined): void {
    if (event) onEvent(event);
    else if (isLive) onLost();
    isLive = event !== undefined;
  }

  function hear(message: Message): void {
    if (message.kind === 'ask') announce();
    else if (message.address === address) hearLeader(message);
    else hearOther(message);
  }

  function hearLeader({ kind, since = '', event }: Message): void {
    if (kind === 'leaves') {
      if (!led) elect();
    } else if (led && led.since > since) announce();
    else {
      if (led) resign();
      follow();
      // The answer to another window repeats what this one knows.
      if (kind === 'event' || !event || !isLive) report(event);
    }
  }

  function hearOther({ kind, address: other, since = '' }: Message): void {
    if (kind === 'leaves') others.delete(other);
    else others.set(other, since);
    // Only windows that opened at the same moment can be too many.
    const earlier = [...others.values()].filter((one) => led && one < led.since);
    if (earlier.length < maxStreams) return;
    leaveStream();
    plan(fullMs, elect);
  }

  /** Watches whether the leader is alive: a frozen window does not answer. */
  function follow(): void {
    plan(askAfterMs, () => {
      post({ kind: 'ask' });
      plan(answerMs, elect);
    });
  }

  function leaveStream(): void {
    if (!led) return;
    post({ kind: 'leaves' });
    resign();
  }

  channel.addEventListener('message', ({ data }) => hear(data));
  elect();
  return () => {
    clearTimeout(timer);
    leaveStream();
    channel.close();
  };
}
