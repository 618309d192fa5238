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

type Post = (message: Omit<Message, 'address'>) => void;
type Report = (event: LiveEvent | undefined) => void;

/** Opens the channel between the windows; undefined in old browsers, and in frames without an origin. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return window.origin === 'null' ? undefined : new BroadcastChannel(channelName);
  } catch {
    return undefined;
  }
}

/** Opens the stream of an address as its leader, and passes on its events. */
function leadStream(address: string, post: Post, report: Report) {
  const since = `${Date.now()} ${Math.random()}`;
  let latest: LiveEvent | undefined;
  const announce = () => post({ kind: 'leads', since, event: latest });
  const close = openSource(address, {
    onEvent(event) {
      latest = { ...event, groups: latest?.groups ?? event.groups };
      post({ kind: 'event', since, event });
      report(event);
    },
    onLost() {
      if (!latest) return;
      latest = undefined;
      announce();
      report(undefined);
    },
  });
  announce();
  return { since, announce, close };
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
  let led: ReturnType<typeof leadStream> | undefined;
  let isLive = false;

  const post: Post = (message) => channel.postMessage({ ...message, address });
  const plan = (ms: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  };
  const report: Report = (event) => {
    if (event) onEvent(event);
    else if (isLive) onLost();
    isLive = event !== undefined;
  };

  /** Asks for a leader, and becomes it when nobody answers. */
  function elect(): void {
    others.clear();
    post({ kind: 'ask' });
    plan(electionMs * (1 + Math.random()), () => {
      if (others.size >= maxStreams) plan(fullMs, elect);
      else led = leadStream(address, post, report);
    });
  }

  function resign(): void {
    led?.close();
    led = undefined;
    report(undefined);
  }

  function leaveStream(): void {
    if (!led) return;
    post({ kind: 'leaves' });
    resign();
  }

  function hearLeader({ kind, since = '', event }: Message): void {
    if (kind === 'leaves') {
      if (!led) elect();
    } else if (led && led.since > since) led.announce();
    else {
      if (led) resign();
      // A frozen window does not answer.
      plan(askAfterMs, () => {
        post({ kind: 'ask' });
        plan(answerMs, elect);
      });
      // The answer to another window repeats what this one knows.
      if (kind === 'event' || !event || !isLive) report(event);
    }
  }

  function hearOther({ kind, address: other, since = '' }: Message): void {
    if (kind === 'leaves') others.delete(other);
    else others.set(other, since);
    // Only windows that opened at the same moment can be too many.
    if ([...others.values()].filter((one) => led && one < led.since).length < maxStreams) return;
    leaveStream();
    plan(fullMs, elect);
  }

  channel.addEventListener('message', ({ data }) => {
    if (data.kind === 'ask') led?.announce();
    else if (data.address === address) hearLeader(data);
    else hearOther(data);
  });
  elect();
  return () => {
    clearTimeout(timer);
    leaveStream();
    channel.close();
  };
}
