import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusals/refusal.ts';
import { answerRefusal } from './answers/error.handler.ts';
import { isFromThisMachine } from './input/from.this.machine.ts';
import type { Parts } from './parts.ts';

/** Times every answer, and serves the metrics at `GET /metrics` to permitted clients; others get 404. */
export function metricsRoutes(app: FastifyInstance, { metrics, metricsToken, trustProxy }: Parts): void {
  if (!metrics) return;

  app.addHook('onResponse', (request, reply, done) => {
    // Streams are excluded, because they last as long as their reader stays; copied answers take no time.
    if (!request.crowdAnswered && reply.raw.getHeader('content-type') !== 'text/event-stream') {
      const route = request.routeOptions.url ?? 'none';
      const { method } = request;
      metrics.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    }
    done();
  });

  app.get('/metrics', async (request, reply) => {
    const mayRead = holdsToken(request, metricsToken) || (!trustProxy && isFromThisMachine(request));
    if (!mayRead) return answerRefusal(request, reply, new Refusal('not_found'));
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}

function holdsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return token !== undefined && timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
