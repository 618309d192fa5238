import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Load } from '../../metrics/metrics.ts';
import { overloaded } from '../../refusals/overload.ts';
import { hasDeparted, onDeparture } from '../../tools/departure.ts';
import { answerRefusal } from '../answers/error.handler.ts';
import { clientOf } from '../input/client.address.ts';
import {
  awaitsBody,
  boundSilentConnections,
  createUnfinished,
  type UnfinishedLimits,
  usualUnfinished,
} from '../input/incomplete.requests.ts';
import { readingMethods } from '../input/origin.ts';
import { createKnownSessions, type KnownSessions, tokenIn } from './known.sessions.ts';
import { watchLateness } from './lateness.ts';
import { createVisitorQueue, usualVisitors, type VisitorLimits } from './visitor.queue.ts';

/*
 * Load shedding: excess requests are refused immediately with 503 and Retry-After, so that accepted ones stay fast.
 * Spectators are refused first, then signed-in readers, and referees' writes last.
 */

/** The limits from which each kind of caller is refused; load is measured in two ways, and the worse one counts. */
export interface PressureLimits {
  /** Number of requests that have arrived completely, and whose answer is not ready. */
  underWay: Record<Guest, number>;
  /** Delay of the event loop, in milliseconds. */
  delayMs: Record<Guest, number>;
  unfinished: UnfinishedLimits;
  visitors: VisitorLimits;
}
type Guest = 'visitor' | 'reader' | 'writer';

export const usualLimits: PressureLimits = {
  underWay: { visitor: 400, reader: 1_000, writer: 3_000 },
  delayMs: { visitor: 3_000, reader: 8_000, writer: 20_000 },
  unfinished: usualUnfinished,
  visitors: usualVisitors,
};

/**
 * Delay of a visitor's refusal when the queue is full, in milliseconds: a client that retries immediately is then
 * refused twice a second on each connection, instead of a hundred times.
 */
export const refusalMs = 500;

declare module 'fastify' {
  interface FastifyInstance {
    load: () => Load;
    knownSessions?: KnownSessions;
    /** Counts a connection as silent until the returned function is called. Absent behind a trusted proxy. */
    watchSilence?: (socket: Socket) => () => void;
  }
  interface FastifyRequest {
    /** Stops counting this request before its answer is ready: an open stream is not counted. */
    leave?: (() => void) | null;
    /** Ends a visitor's turn before the answer, when a session shows that the caller is not a visitor. */
    endTurn?: (() => void) | null;
    /** Whether its body was still incomplete when it was accepted. */
    cameLate: boolean;
  }
}

/** Refuses excess requests, spectators first; files, streams of spectators and health checks are never counted. */
export function refuseExcess(app: FastifyInstance, limits: PressureLimits, trustsProxy: boolean): void {
  const lateness = watchLateness();
  const unfinished = createUnfinished(limits.unfinished);
  const silent = createUnfinished({ ...limits.unfinished, perAddress: limits.unfinished.silentPerAddress });
  const unread = createUnfinished(limits.unfinished);
  const visitors = createVisitorQueue(limits.visitors);
  const known = createKnownSessions();
  let underWay = 0;
  app.addHook('onClose', async () => {
    lateness.stop();
    for (const one of [unfinished, silent, unread]) one.stop();
  });
  if (!trustsProxy) boundSilentConnections(app, silent);
  app.decorate('knownSessions', known);
  app.decorateRequest('leave', null);
  app.decorateRequest('endTurn', null);
  app.decorateRequest('cameLate', false);

  const isTooMuch = (guest: Guest) => underWay >= limits.underWay[guest] || lateness.lateMs() >= limits.delayMs[guest];

  /** Counts a request until its answer is ready to be sent, or its connection ends. */
  function enter(request: FastifyRequest, reply: FastifyReply): void {
    if (hasDeparted(reply)) return;
    let isCounted = true;
    underWay += 1;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      underWay -= 1;
      request.endTurn?.();
      forget();
    };
    request.leave = leave;
    const forget = onDeparture(reply, leave);
  }

  /** Stops counting a request whose answer is ready: reading it is up to the client, who may never do so. */
  function handOver(request: FastifyRequest, reply: FastifyReply): void {
    // Files and pages are not counted: hundreds of slow phones behind one address load them at the same time.
    if (!request.leave) return;
    request.leave();
    awaitReader(request, reply, unread);
  }

  /** Answers from a shared copy, if there is one; returns whether it did. */
  function answerShared(request: FastifyRequest, reply: FastifyReply): boolean {
    const isAnswered = app.answerFromCrowd(request, reply);
    if (isAnswered) handOver(request, reply);
    return isAnswered;
  }

  /** Serves a visitor when their turn comes; returns false when too many wait already. */
  function queueVisitor(request: FastifyRequest, reply: FastifyReply, serve: () => void): boolean {
    return visitors.admit({
      url: request.url,
      answer: () => hasDeparted(reply) || answerShared(request, reply),
      serve: (end) => {
        request.endTurn = end;
        serve();
      },
    });
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (isUncounted(request)) return done();
    const guest = guestOf(request, known);
    const isRefused = isTooMuch(guest);
    if (awaitsBody(request)) awaitBody(request, unfinished, () => enter(request, reply));
    else if (!isRefused) enter(request, reply);
    if (isRefused) answerRefusal(request, reply, overloaded());
    else if (guest !== 'visitor') done();
    else if (unread.isFull(clientOf(request.ip)) || !queueVisitor(request, reply, done)) refuseLater(request, reply);
  });

  // Many pending bodies may have arrived at the same time.
  app.addHook('preHandler', async (request) => {
    if (request.cameLate && underWay > limits.underWay[guestOf(request, known)]) throw overloaded();
  });

  // After all other hooks: those who wait for the same answer find its copy then. A stream is not ready before its end.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? []].flat().concat(async (request, reply, payload) => {
      if (typeof payload === 'string' || Buffer.isBuffer(payload)) handOver(request, reply);
    });
  });

  app.decorate('load', () => ({
    underWay,
    visitors: visitors.count(),
    unfinished: unfinished.count() + silent.count() + unread.count(),
  }));
}

/** Calls `enter` once the body of a request has arrived; until then it counts as unfinished. */
function awaitBody(request: FastifyRequest, unfinished: ReturnType<typeof createUnfinished>, enter: () => void): void {
  const { raw } = request;
  request.cameLate = true;
  let isWhole = false;
  const arrive = () => {
    if (isWhole) return;
    isWhole = true;
    finish();
    raw.off('end', arrive).off('close', finish);
    enter();
  };
  const finish = unfinished.begin(clientOf(request.ip), () => (raw.complete ? arrive() : raw.socket.destroy()));
  raw.on('end', arrive).on('close', finish);
  // A short body arrives in the same packet as its headers.
  process.nextTick(() => raw.complete && arrive());
}

/** Counts an answer as unread until its client has received it or disconnects. */
function awaitReader(request: FastifyRequest, reply: FastifyReply, unread: ReturnType<typeof createUnfinished>): void {
  // Most answers are sent by then.
  setImmediate(() => {
    if (hasDeparted(reply)) return;
    const finish = unread.begin(clientOf(request.ip), () => request.raw.socket.destroy());
    onDeparture(reply, finish);
  });
}

/** Refuses a visitor after a pause, unless they leave before. */
function refuseLater(request: FastifyRequest, reply: FastifyReply): void {
  const timer = setTimeout(() => answerRefusal(request, reply, overloaded()), refusalMs);
  request.endTurn = () => clearTimeout(timer);
}

/**
 * Files and pages are cheap, and a page with a missing file is broken. Streams of spectators stay open for hours, and
 * thousands reconnect at the same time; their initial data is read once for all of them.
 */
function isUncounted(request: FastifyRequest): boolean {
  const { url } = request;
  return !url.startsWith('/api/') || (/\/live(\?|$)/.test(url) && tokenIn(request) === undefined);
}

/**
 * Requests with a session have priority. Reads need a known session, because looking up a made-up one costs a database
 * query. A referee's write is accepted with any session.
 */
function guestOf(request: FastifyRequest, known: KnownSessions): Guest {
  const token = tokenIn(request);
  if (!readingMethods.has(request.method)) return token === undefined ? 'reader' : 'writer';
  return token !== undefined && known.has(token) ? 'reader' : 'visitor';
}
