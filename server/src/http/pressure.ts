import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRefusal } from './error.handler.ts';
import { readingMethods } from './origin.ts';
import { Refusal } from './refusal.ts';
import { sessionCookie } from './session.cookie.ts';

/*
 * What happens when more is asked than can be answered: the excess is refused at once with 503 and a moment to come
 * back, so that what is accepted stays quick. Spectators are refused first, then whoever reads, and a referee's write last.
 */

/** Who is refused from which load on; the load is counted in two ways, and the worse one counts. */
export interface PressureLimits {
  /** Requests under way. */
  underWay: Record<Guest, number>;
  /** How late the process comes to its work, in milliseconds. */
  delayMs: Record<Guest, number>;
}
type Guest = 'visitor' | 'reader' | 'writer';

export const usualLimits: PressureLimits = {
  underWay: { visitor: 400, reader: 1_000, writer: 3_000 },
  delayMs: { visitor: 3_000, reader: 8_000, writer: 20_000 },
};

/** Seconds after which a refused client may come back, spread so that they do not all come at once. */
const soonestSec = 2;
const spreadSec = 4;
const sampleMs = 250;

/** Refuses the excess of requests, spectators first; files, streams and the checks of health are never counted. */
export async function refuseExcess(app: FastifyInstance, limits: PressureLimits): Promise<void> {
  await app.register(underPressure, { sampleInterval: sampleMs });
  let underWay = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (isUncounted(request)) return;
    const guest = guestOf(request);
    const late = app.memoryUsage().eventLoopDelay;
    if (underWay >= limits.underWay[guest] || late >= limits.delayMs[guest]) {
      const retryAfter = soonestSec + Math.floor(Math.random() * spreadSec);
      return answerRefusal(request, reply, new Refusal('overloaded', { retryAfter }));
    }
    underWay += 1;
    // Of answers that wait behind another one on a connection that breaks, only the connection tells the end.
    const { socket } = request.raw;
    const leave = () => {
      underWay -= 1;
      reply.raw.off('close', leave);
      socket.off('close', leave);
    };
    reply.raw.on('close', leave);
    socket.setMaxListeners(0).on('close', leave);
    return undefined;
  });
}

/** Files and pages cost little, and a page that lacks one is broken; streams stay open for hours. */
function isUncounted({ url }: FastifyRequest): boolean {
  return !url.startsWith('/api/') || /\/live(\?|$)/.test(url);
}

function guestOf(request: FastifyRequest): Guest {
  if (!readingMethods.has(request.method)) return 'writer';
  return request.headers.cookie?.includes(`${sessionCookie}=`) ? 'reader' : 'visitor';
}
