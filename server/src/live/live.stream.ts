import type { FastifyReply } from 'fastify';
import { type LiveHub, type Standing, writeEvent } from './live.hub.ts';

const eventStream = 'text/event-stream';

/** Interval of heartbeats, in milliseconds; they keep the stream open on its way through proxies. */
const heartbeatMs = 15_000;
/** A comment, and an event of its own: a page cannot see comments, so it could not notice a stream that died silently. */
const heartbeatText = ': still here\n\nevent: heartbeat\ndata: {}\n\n';
/** A reader who leaves this much unread is dropped, in bytes; it connects again and is told where things stand. */
const maxUnread = 64 * 1024;

/** All streams that are open, so that a server that stops can end them. */
const open = new Set<() => void>();

export const countOpenStreams = () => open.size;

/** Ends all streams of this process; each reader is told to come back at another moment, so that not all come at once. */
export function endStreams(): void {
  for (const end of open) end();
}

/** When a reader comes back at the latest after the server stopped, in milliseconds. */
const spreadMs = 2_000;

interface Reader {
  competitionId: number;
  isPublic: boolean;
  /** Called once the stream is open: from then on it is not counted as a request under way. */
  onOpen: () => void;
  /** Where the competition stands; undefined when it is gone. */
  readStanding: () => Promise<Standing | undefined>;
  /** Whether the reader may follow the competition also while it is private; asked again at every heartbeat. */
  isMember: () => Promise<boolean>;
}

/**
 * Streams Server-Sent Events to one reader: first where the competition stands, with all its groups, then what changes.
 * Ends when the reader goes, falls behind, or may no longer read.
 */
export async function streamEvents(reply: FastifyReply, hub: LiveHub, reader: Reader): Promise<FastifyReply> {
  const { request } = reply;
  // A HEAD request must not open a stream, which would never end.
  if (request.method === 'HEAD') return reply.type(eventStream).send();
  let { isPublic } = reader;
  let isMember = await reader.isMember();
  const { raw } = reply.hijack();
  // Of a stream that waits behind another answer on a connection that breaks, only the connection tells the end.
  const { socket } = raw.req;
  // A reader who left while we looked has no end left to tell: nothing may begin that only its end would clear.
  if (raw.closed || raw.destroyed || socket.destroyed) {
    reader.onOpen();
    return reply;
  }
  const headers = { ...reply.getHeaders(), 'content-type': eventStream, 'x-accel-buffering': 'no' };
  raw.writeHead(200, headers as Record<string, string>);

  let isEnded = false;
  let begunAt = -1;
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
    tell(event, version, nowPublic) {
      isPublic = nowPublic;
      // A change from before the first event, which named all groups, is old news.
      write(version > begunAt ? event : '');
    },
  });
  const heartbeat = setInterval(async () => {
    // Whoever has not taken the end by now is gone.
    if (isEnded) return raw.destroy();
    try {
      isMember = await reader.isMember();
      write(heartbeatText);
    } catch {
      // Without the database nobody can say who may read; the reader connects again.
      raw.destroy();
    }
  }, heartbeatMs);
  open.add(end);
  const over = () => {
    isEnded = true;
    raw.off('close', over);
    socket.off('close', over);
    leave();
    clearInterval(heartbeat);
    open.delete(end);
  };
  raw.on('close', over);
  socket.setMaxListeners(0).on('close', over);
  try {
    // Only now, so that no change falls between where it stands and what is told from here on.
    const standing = await reader.readStanding();
    reader.onOpen();
    if (standing) begunAt = standing.version;
    if (standing) write(writeEvent(standing));
    else end();
  } catch (error) {
    raw.destroy();
    throw error;
  }
  return reply;
}
