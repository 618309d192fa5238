import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from './client.address.ts';

/*
 * Requests that have not arrived whole: connections that have asked nothing yet, and bodies that are still on their way. A
 * client may have a bounded number of them for long; the oldest are closed, and a whole request is never refused for them.
 */

export interface UnfinishedLimits {
  /** Connections from one address that have asked nothing: browsers open some ahead of need, and a busy phone is slow to ask. */
  silentPerAddress: number;
  /** Bodies on their way from one address. */
  perAddress: number;
  /** Of either, from all addresses. */
  inAll: number;
  /** How long a request may be unfinished whatever their number, in milliseconds: crowds come all at once, and are quick. */
  graceMs: number;
}

/** Far more than a club behind one address has for longer than a round trip. */
export const usualUnfinished: UnfinishedLimits = {
  silentPerAddress: 1_024,
  perAddress: 256,
  inAll: 4_096,
  graceMs: 5_000,
};

let closed = 0;

/** Connections that this process closed because there were too many, since it started. */
export const countClosedConnections = () => closed;

interface Entry {
  isOpen: boolean;
  since: number;
  close: () => void;
}

export interface Unfinished {
  /** Keeps something unfinished until the returned function is called; `close` is called when there are too many. */
  begin(address: string, close: () => void): () => void;
  count(): number;
  stop(): void;
}

/** Keeps account of what is unfinished by address, and closes the oldest where there are too many. */
export function createUnfinished({
  perAddress,
  inAll,
  graceMs,
}: Omit<UnfinishedLimits, 'silentPerAddress'>): Unfinished {
  const open = new Map<string, Set<Entry>>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  function finish(address: string, entry: Entry): void {
    const own = open.get(address);
    if (!own?.delete(entry)) return;
    entry.isOpen = false;
    total -= 1;
    if (own.size === 0) open.delete(address);
  }

  /** Lists the oldest of an address that are too many, but for those that have only just come. */
  function listOldest(own: ReadonlySet<Entry>, excess: number): Entry[] {
    const before = performance.now() - graceMs;
    return [...own].slice(0, Math.max(0, excess)).filter(({ since }) => since <= before);
  }

  function listExcess(): Entry[] {
    const excess = [...open.values()].flatMap((own) => listOldest(own, own.size - perAddress));
    if (excess.length > 0 || total <= inAll) return excess;
    // Many addresses have a few each; the one that has most goes first.
    const greediest = [...open.values()].reduce((most, own) => (own.size > most.size ? own : most));
    return listOldest(greediest, total - inAll);
  }

  function prune(): void {
    const excess = listExcess();
    // A process that is late has not read yet what has long come: two turns of the event loop do.
    setImmediate(() =>
      setImmediate(() => {
        for (const entry of excess) {
          if (!entry.isOpen) continue;
          closed += 1;
          entry.close();
        }
        timer = undefined;
        if (total > inAll || [...open.values()].some((own) => own.size > perAddress)) pruneLater();
      }),
    );
  }

  function pruneLater(): void {
    timer ??= setTimeout(prune, graceMs / 4).unref();
  }

  return {
    begin(address, close) {
      const entry = { isOpen: true, since: performance.now(), close };
      const own = open.get(address) ?? new Set();
      open.set(address, own.add(entry));
      total += 1;
      if (own.size > perAddress || total > inAll) pruneLater();
      return () => finish(address, entry);
    },
    count: () => total,
    stop: () => clearTimeout(timer),
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
