import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusals/refusal.ts';

/** Methods that only read. */
export const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects writes that another site's page makes with our cookie (S6). */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: string): void {
  app.addHook('onRequest', async (request) => {
    if (!readingMethods.has(request.method) && isForeign(request, publicUrl)) throw new Refusal('cross_site_request');
  });
}

/** Whether a request comes from a page of another site, according to the headers that browsers send. */
export function isForeign(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  if (fetchSite === 'cross-site') return true;
  return origin !== undefined && origin !== new URL(publicUrl).origin && !isOwnHost(origin, request);
}

function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
