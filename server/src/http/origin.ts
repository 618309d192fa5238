import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site's page makes with our cookie (api: "Writes whose `Origin`…"). */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method)) return;
    const { origin, 'sec-fetch-site': fetchSite } = request.headers;
    if (fetchSite === 'cross-site') throw new Refusal('cross_site_request');
    if (origin !== undefined && origin !== ownOrigin && !isOwnHost(origin, request)) {
      throw new Refusal('cross_site_request');
    }
  });
}

function isOwnHost(origin: string, request: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
