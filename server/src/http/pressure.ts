import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from './client.address.ts';
import { answerRefusal } from './error.handler.ts';
import { watchLateness } from './lateness.ts';
import { readingMethods } from './origin.ts';
import { Refusal } from './refusal.ts';
import { sessionCookie } from './session.cookie.ts';
import {
  awaitsBody,
  boundSilentConnections,
  createUnfinished,
  type UnfinishedLimits,
  usualUnfinished,
} from './unfinished.ts';

/*
 * What happens when more is asked than can be answered: the excess is refused at once with 503 and a moment to come
 * back, so that what is accepted stays quick. Spectators are refused first, then whoever reads, and a referee's write last.
 */

/** Who is refused from which load on; the load is counted in two ways, and the worse one counts. */
export interface PressureLimits {
  /** Requests under way, which have arrived whole. */
  underWay: Record<Guest, number>;
  /** How late the process comes to its work, in milliseconds. */
  delayMs: Record<Guest, number>;
  unfinished: UnfinishedLimits;
}
type Guest = 'visitor' | 'reader' | 'writer';

export const usualLimits: PressureLimits = {
  underWay: { visitor: 400, reader: 1_000, writer: 3_000 },
  delayMs: { visitor: 3_000, reader: 8_000, writer: 20_000 },
  unfinished: usualUnfinished,
};

/** What the process is occupied with; every number is 0 when nothing is asked. */
export interface Load {
  underWay: number;
  unfinished: number;
}

/** Seconds after which a refused client may come back, spread so that they do not all come at once. */
const soonestSec = 2;
const spreadSec = 4;

export const overloaded = () =>
  new Refusal('overloaded', { retryAfter: soonestSec + Math.floor(Math.random() * spreadSec) });

declare module 'fastify' {
  interface FastifyInstance {
    load: () => Load;
  }
  interface FastifyRequest {
    /** Stops counting this request before its answer ends: a stream is not counted once it is open. */
    leave?: (() => void) | null;
    /** Whether its body was still on its way when it was let in. */
    cameLate: boolean;
  }
}

/** Refuses the excess of requests, spectators first; files, open streams and the checks of health are never counted. */
export function refuseExcess(app: FastifyInstance, limits: PressureLimits, trustsProxy: boolean): void {
  const lateness = watchLateness();
  const unfinished = createUnfinished(limits.unfinished);
  let underWay = 0;
  app.addHook('onClose', async () => lateness.stop());
  if (!trustsProxy) boundSilentConnections(app, unfinished);
  app.decorateRequest('leave', null);
  app.decorateRequest('cameLate', false);

  const isTooMuch = (guest: Guest) => underWay >= limits.underWay[guest] || lateness.lateMs() >= limits.delayMs[guest];

  /** Counts a request until its answer or its connection ends, whichever comes first, and once whatever comes. */
  function enter(request: FastifyRequest, { raw }: FastifyReply): void {
    // Of answers that wait behind another one on a connection that breaks, only the connection tells the end.
    const { socket } = request.raw;
    if (raw.closed || socket.destroyed) return;
    let isCounted = true;
    underWay += 1;
    const leave = () => {
      if (!isCounted) return;
      isCounted = false;
      underWay -= 1;
      raw.off('close', leave);
      socket.off('close', leave);
    };
    request.leave = leave;
    raw.on('close', leave);
    socket.setMaxListeners(0).on('close', leave);
  }

  /** Counts a request from the moment its body is there. */
  function awaitBody(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    request.cameLate = true;
    let isWhole = false;
    const arrive = () => {
      if (isWhole) return;
      isWhole = true;
      finish();
      raw.off('end', arrive).off('close', finish);
      enter(request, reply);
    };
    const finish = unfinished.begin(clientOf(request.ip), () => (raw.complete ? arrive() : raw.socket.destroy()));
    raw.on('end', arrive).on('close', finish);
    // A short body comes in the same packet as its head.
    process.nextTick(() => raw.complete && arrive());
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done();
    const isRefused = isTooMuch(guestOf(request));
    if (awaitsBody(request)) awaitBody(request, reply);
    else if (!isRefused) enter(request, reply);
    if (isRefused) answerRefusal(request, reply, overloaded());
    else done();
  });

  // Many bodies that were on their way may have come at once.
  app.addHook('preHandler', async (request) => {
    if (request.cameLate && underWay > limits.underWay[guestOf(request)]) throw overloaded();
  });

  app.decorate('load', () => ({ underWay, unfinished: unfinished.count() }));
}

/** Whoever shows a session goes before those who show none. */
function guestOf({ method, headers }: FastifyRequest): Guest {
  const hasSession = headers.cookie?.includes(`${sessionCookie}=`) ?? false;
  if (readingMethods.has(method)) return hasSession ? 'reader' : 'visitor';
  return hasSession ? 'writer' : 'reader';
}
