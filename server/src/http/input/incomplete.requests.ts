import { Http2ServerRequest } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientOf } from './client.address.ts';

/*
 * What waits for a client: connections without a request yet, bodies still arriving, and answers that it does not read.
 * The number per client is limited; the oldest are closed. Requests that the server works on are not affected.
 */

export interface UnfinishedLimits {
  /** Idle connections from one address: browsers open some in advance, and a busy phone is slow to send. */
  silentPerAddress: number;
  /** Bodies still arriving from one address; and answers that it does not read. */
  perAddress: number;
  /** Each kind, from all addresses. */
  inAll: number;
  /** How long a client may take whatever their number, in milliseconds: crowds arrive together, and are quick. */
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

/** Returns the number of connections that this process closed because there were too many, since its start. */
export const countClosedConnections = () => closed;

interface OpenConnection {
  isOpen: boolean;
  since: number;
  close: () => void;
}

type Unfinished = ReturnType<typeof createUnfinished>;

/** Tracks what waits for clients by address, and closes the oldest when there are too many. */
export function createUnfinished({ perAddress, inAll, graceMs }: Omit<UnfinishedLimits, 'silentPerAddress'>) {
  const open = new Map<string, Set<OpenConnection>>();
  let total = 0;
  let timer: NodeJS.Timeout | undefined;

  function finish(address: string, entry: OpenConnection): void {
    const own = open.get(address);
    if (!own?.delete(entry)) return;
    entry.isOpen = false;
    total -= 1;
    if (own.size === 0) open.delete(address);
  }

  /** Lists the oldest excess of an address, except for what is very recent. */
  function listOldest(own: ReadonlySet<OpenConnection>, excess: number): OpenConnection[] {
    const before = performance.now() - graceMs;
    return [...own].slice(0, Math.max(0, excess)).filter(({ since }) => since <= before);
  }

  function listExcess(): OpenConnection[] {
    const excess = [...open.values()].flatMap((own) => listOldest(own, own.size - perAddress));
    if (excess.length > 0 || total <= inAll) return excess;
    // If many addresses have a few each, the one with most goes first.
    const greediest = [...open.values()].reduce((most, own) => (own.size > most.size ? own : most));
    return listOldest(greediest, total - inAll);
  }

  function prune(): void {
    const excess = listExcess();
    // A blocked process has not yet read what has already arrived; two turns of the event loop are enough.
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
    /**
     * Registers what waits for a client until the returned function is called; `close` is called when there are too many.
     */
    begin(address: string, close: () => void): () => void {
      const entry = { isOpen: true, since: performance.now(), close };
      const own = open.get(address) ?? new Set();
      open.set(address, own.add(entry));
      total += 1;
      if (own.size > perAddress || total > inAll) pruneLater();
      return () => finish(address, entry);
    },
    /** Whether an address has as many as it may have for long. */
    isFull: (address: string) => (open.get(address)?.size ?? 0) >= perAddress,
    count: () => total,
    stop: () => clearTimeout(timer),
  };
}

/**
 * Tracks connections until their first request. Not used behind a trusted proxy, because all connections are then the
 * proxy's.
 */
export function boundSilentConnections(app: FastifyInstance, unfinished: Unfinished): void {
  const speak = new WeakMap<Socket, () => void>();
  const silent = new Set<Socket>();
  const watch = (socket: Socket) => {
    silent.add(socket);
    const finish = unfinished.begin(clientOf(socket.remoteAddress ?? ''), () => socket.destroy());
    const end = () => {
      silent.delete(socket);
      finish();
    };
    speak.set(socket, end);
    socket.once('close', end);
    return () => hear(socket);
  };
  const hear = (socket: Socket) => {
    const end = speak.get(socket);
    if (!end) return;
    speak.delete(socket);
    socket.off('close', end);
    end();
  };
  app.decorate('watchSilence', watch);
  app.server.on('connection', watch);
  app.server.on('request', ({ socket }) => hear(socket));
  // On shutdown Node waits for connections without a request, because they do not count as idle.
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
  });
}

/** Whether the body of a request is still incomplete. */
export function awaitsBody({ headers, raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  // Over HTTP/2 a body needs no header.
  if (raw instanceof Http2ServerRequest) return !raw.stream.endAfterHeaders;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
