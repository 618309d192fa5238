import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from './client.address.ts';

/*
 * Requests that have not arrived whole: connections that have asked nothing yet, and bodies that are still on their way. A
 * client may have a bounded number of them; the oldest is closed to make room, so that a whole request always gets in.
 */

export interface UnfinishedLimits {
  /** Unfinished requests from one address, and from all of them. */
  perAddress: number;
  inAll: number;
}

/** Far more than a club behind one address has at once: a request is unfinished for a round trip. */
export const usualUnfinished: UnfinishedLimits = { perAddress: 256, inAll: 4_096 };

type Close = () => void;

export interface Unfinished {
  /** Keeps something unfinished until the returned function is called; `close` is called when room is needed. */
  begin(address: string, close: Close): () => void;
  count(): number;
}

/** Keeps account of what is unfinished by address, the oldest first. */
export function createUnfinished({ perAddress, inAll }: UnfinishedLimits): Unfinished {
  const open = new Map<string, Set<Close>>();
  let total = 0;

  function finish(address: string, close: Close): void {
    const own = open.get(address);
    if (!own?.delete(close)) return;
    total -= 1;
    if (own.size === 0) open.delete(address);
  }

  function closeOldest(address: string): void {
    const [oldest] = open.get(address) ?? [];
    if (!oldest) return;
    finish(address, oldest);
    oldest();
  }

  /** The address that has most; only looked for when all together have too much. */
  const greediest = () => [...open].reduce((most, one) => (one[1].size > most[1].size ? one : most))[0];

  return {
    begin(address, close) {
      const own = open.get(address);
      if (own && own.size >= perAddress) closeOldest(address);
      else if (total >= inAll) closeOldest(greediest());
      const entry = () => close();
      open.set(address, (open.get(address) ?? new Set()).add(entry));
      total += 1;
      return () => finish(address, entry);
    },
    count: () => total,
  };
}

/**
 * Keeps account of connections until their first request. Not where a proxy is trusted: all connections are the proxy's then,
 * which waits for a whole head itself.
 */
export function boundSilentConnections(app: FastifyInstance, unfinished: Unfinished): void {
  const speak = new WeakMap<Socket, () => void>();
  const silent = new Set<Socket>();
  app.server.on('connection', (socket) => {
    silent.add(socket);
    const finish = unfinished.begin(clientOf(socket.remoteAddress ?? ''), () => socket.destroy());
    const end = () => {
      silent.delete(socket);
      finish();
    };
    speak.set(socket, end);
    socket.once('close', end);
  });
  app.server.on('request', ({ socket }) => {
    const end = speak.get(socket);
    if (!end) return;
    speak.delete(socket);
    socket.off('close', end);
    end();
  });
  // Node waits for them when it stops, because nothing says that they are idle.
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
  });
}

/** Whether a request brings a body that has not arrived yet. */
export function awaitsBody({ headers, raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
