import { relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerRefusal } from './error.handler.ts';
import { Refusal } from './refusal.ts';

/**
 * Serves the built web application: files with a hash in their name for ever, the page itself always fresh. Every
 * other path outside `/api` is a screen, so it answers with the page.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string | undefined): Promise<void> {
  if (webRoot) {
    await app.register(fastifyStatic, {
      root: webRoot,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const named = relative(webRoot, path).startsWith('assets');
        response.setHeader('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply): FastifyReply => {
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api') &&
      !/\.\w+$/.test(pathOf(request.url));
    if (webRoot && isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return answerRefusal(request, reply, new Refusal('not_found'));
  });
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
