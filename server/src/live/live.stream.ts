import type { FastifyReply } from 'fastify';
import { hasDeparted, onDeparture } from '../tools/departure.ts';
import { type LiveHub, type LiveState, writeEvent } from './live.hub.ts';

const eventStream = 'text/event-stream';

/** Interval of heartbeats, in milliseconds; they keep the stream open through proxies. */
const heartbeatMs = 15_000;
/** A comment and an event: a page cannot see comments, so it could not notice that a stream died silently. */
const heartbeatText = ': still here\n\nevent: heartbeat\ndata: {}\n\n';
/** A reader with this many unread bytes is dropped; it reconnects and receives the current version. */
const maxUnread = 64 * 1024;

/** All open streams, so that they can be ended when the server stops. */
const open = new Set<() => void>();

export const countOpenStreams = () => open.size;

/** Ends all streams of this process; each reader gets a random reconnection delay, to spread the load. */
export function endStreams(): void {
  for (const end of open) end();
}

/** Maximum reconnection delay after a stop, in milliseconds. */
const spreadMs = 2_000;

interface Reader {
  competitionId: number;
  isPublic: boolean;
  /** Reads the current version and groups; undefined if the competition was deleted. */
  findLiveState: () => Promise<LiveState | undefined>;
  /** Whether the reader may follow the competition while it is private; checked at every heartbeat. */
  isMember: () => Promise<boolean>;
}

/**
 * Streams Server-Sent Events to one reader: first the current version with all groups, then the changes. Ends when the
 * reader disconnects, falls behind, or may no longer read.
 */
export async function streamEvents(reply: FastifyReply, hub: LiveHub, reader: Reader): Promise<FastifyReply> {
  const { request } = reply;
  // A HEAD request must not open a stream, which would never end.
  if (request.method === 'HEAD') return reply.type(eventStream).send();
  let { isPublic } = reader;
  let isMember = await reader.isMember();
  const { raw } = reply.hijack();
  // A reader who has already left emits no further `close`, so nothing may start that needs this cleanup.
  if (hasDeparted(reply)) {
    request.leave?.();
    return reply;
  }
  const headers = { ...reply.getHeaders(), 'content-type': eventStream, 'x-accel-buffering': 'no' };
  raw.writeHead(200, headers as Record<string, string>);

  let isEnded = false;
  /** The version of the initial event, once it is sent. */
  let begunAt: number | undefined;
  /** The changes announced before that. */
  const early: { event: string; version: number }[] = [];
  const end = () => {
    if (isEnded) return;
    isEnded = true;
    leave();
    raw.end(`retry: ${200 + Math.floor(Math.random() * spreadMs)}\n\n`);
  };
  const write = (text: string) => {
    if (isEnded) return;
    if (!isPublic && !isMember) return end();
    raw.write(text);
    if (raw.writableLength > maxUnread) raw.destroy();
  };
  const leave = hub.follow(reader.competitionId, {
    end,
    send(event, version, nowPublic) {
      isPublic = nowPublic;
      if (begunAt === undefined) early.push({ event, version });
      // Changes that the initial event contains, which names all groups, are skipped.
      else write(version > begunAt ? event : '');
    },
  });
  const heartbeat = setInterval(async () => {
    // A reader that has not closed by now is dead.
    if (isEnded) return raw.destroy();
    try {
      isMember = await reader.isMember();
      write(heartbeatText);
    } catch {
      // Without the database the permission cannot be checked; the reader reconnects.
      raw.destroy();
    }
  }, heartbeatMs);
  open.add(end);
  const over = () => {
    isEnded = true;
    forget();
    leave();
    clearInterval(heartbeat);
    open.delete(end);
  };
  const forget = onDeparture(reply, over);
  try {
    // Read after subscribing, so that no change is lost between the two.
    const state = await reader.findLiveState();
    // Open, it no longer counts as a request in progress.
    request.leave?.();
    if (!state) end();
    else {
      begunAt = state.version;
      write(writeEvent(state));
      for (const { event, version } of early.splice(0)) write(version > state.version ? event : '');
    }
  } catch (error) {
    raw.destroy();
    throw error;
  }
  return reply;
}
