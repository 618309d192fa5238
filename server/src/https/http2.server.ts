import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';

/*
 * HTTP/2 for browsers over https: any number of live streams then share one connection (L7). Requests are passed to the
 * application's own server as HTTP/1.1 ones, so that the same routes, limits and hooks apply.
 */

/** Requests of one connection at the same time; browsers expect about a hundred. */
const requestsAtOnce = 100;
/** Time limits in milliseconds: of a connection without any traffic, and of a request's body; as over HTTP/1.1. */
const usualIdleMs = 72_000;
const bodyMs = 30_000;
/** Interval of the search for requests that were reset and connections that ended, in milliseconds. */
const sweepMs = 1_000;
const usualLeaveMs = 30_000;
/** Memory of one connection, in megabytes: unread answers count, and Node then refuses further requests. */
const connectionMegabytes = 4;

/** How many requests an address may reset within `windowMs`, before it is refused for as long. */
export interface ResetLimit {
  most: number;
  windowMs: number;
}
/** Addresses that are counted at the same time. */
const maxAddresses = 10_000;
/** A page that is left resets one or two requests; a family behind one address never resets this many. */
const usualResetLimit: ResetLimit = { most: 300, windowMs: 10_000 };

export interface Http2Limits {
  resetLimit?: ResetLimit | undefined;
  /** Time limit of a connection without any traffic, in milliseconds. */
  idleMs?: number;
  /** Time limit for a client to receive what was sent before its connection ended, in milliseconds. */
  leaveMs?: number;
}

/** A connection over HTTP/2, until its socket is closed. */
interface Connection {
  session: ServerHttp2Session;
  socket: Socket;
  /** The client's address; a closed socket no longer knows it. */
  address: string | undefined;
}

/** Creates the front for HTTP/2 of an application that serves HTTP/1.1. */
export function createHttp2Front(
  app: FastifyInstance,
  { resetLimit = usualResetLimit, idleMs = usualIdleMs, leaveMs = usualLeaveMs }: Http2Limits = {},
) {
  const server: Http2Server = createServer({
    settings: { maxConcurrentStreams: requestsAtOnce, enablePush: false },
    maxSessionMemory: connectionMegabytes,
  });
  const connections = new Set<Connection>();
  // Without a listener, Node ends an idle session by itself.
  server.setTimeout(idleMs);
  const stopSweeping = sweepBehind(server, connections, leaveMs);
  const resets = countResets(resetLimit);
  function register(connection: Connection): void {
    const { session, socket, address } = connection;
    connections.add(connection);
    socket.once('close', () => connections.delete(connection));
    session.on('stream', (stream: ServerHttp2Stream) => {
      stream.once('close', () => {
        // A request costs work even if nobody waits for its answer.
        if (!stream.writableFinished && resets.add(address))
          for (const one of connections) if (one.address === address) one.socket.destroy();
      });
    });
  }
  // Malformed frames and broken connections end their session; there is nobody to answer.
  server.on('sessionError', () => {});
  server.on('request', (request, response) => {
    request.headers.host ??= request.authority;
    if (!request.stream.endAfterHeaders) limitBody(request);
    app.server.emit('request', request, response);
  });

  return {
    /** Whether new connections of an address are refused, because it has reset too many requests. */
    isRefused: resets.isOver,
    /** Serves a connection whose client chose HTTP/2. */
    serve(socket: Socket) {
      const spoke = app.watchSilence?.(socket) ?? (() => {});
      server.once('session', (session) => {
        session.once('stream', spoke);
        register({ session, socket, address: socket.remoteAddress });
      });
      server.emit('connection', socket);
    },
    /** Lets requests in progress finish, closes their connections afterwards, and resolves then. */
    async stop() {
      const ends = [...connections].map(({ socket }) => new Promise<void>((resolve) => socket.once('close', resolve)));
      for (const { session, socket } of connections) {
        if (session.destroyed) socket.destroy();
        else session.close();
      }
      await Promise.all(ends);
      stopSweeping();
    },
  };
}

/** Counts the requests that each address has reset within the window. */
function countResets({ most, windowMs }: ResetLimit) {
  const counts = new LRUCache<string, number>({ max: maxAddresses, ttl: windowMs });
  return {
    isOver: (address = '') => (counts.get(address) ?? 0) > most,
    /** Counts a reset, and returns whether the address has just exceeded the limit, so that its connections end. */
    add(address = ''): boolean {
      const count = (counts.get(address) ?? 0) + 1;
      const isFirstOver = count === most + 1;
      // A window begins with its first reset, and the refusal with the first reset above the limit.
      counts.set(address, count, { noUpdateTTL: !isFirstOver });
      return isFirstOver;
    },
  };
}

/**
 * Destroys requests that their client has reset, and closes connections `leaveMs` after their session has ended. Node
 * reports nothing of a reset while the end of an answer is being sent, and then keeps the request and its connection;
 * and of a client that reads nothing, it keeps the connection for good.
 */
function sweepBehind(server: Http2Server, connections: ReadonlySet<Connection>, leaveMs: number): () => void {
  const open = new Set<ServerHttp2Stream>();
  const endedAt = new WeakMap<Connection, number>();
  server.on('stream', (stream) => {
    open.add(stream);
    stream.once('aborted', () => stream.destroy()).once('close', () => open.delete(stream));
  });
  const sweep = () => {
    for (const stream of open) if (stream.closed) stream.destroy();
    const now = performance.now();
    for (const one of connections) {
      if (!one.session.destroyed) continue;
      const since = endedAt.get(one) ?? now;
      endedAt.set(one, since);
      if (now - since >= leaveMs) one.socket.destroy();
    }
  };
  const timer = setInterval(sweep, sweepMs).unref();
  return () => clearInterval(timer);
}

/** Ends a request whose body takes too long. */
function limitBody({ stream }: { stream: ServerHttp2Stream }): void {
  const timer = setTimeout(() => stream.close(), bodyMs);
  const clear = () => clearTimeout(timer);
  stream.once('end', clear).once('close', clear);
}
