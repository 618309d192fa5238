import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../refusals/refusal.ts';
import { answerRefusal } from '../answers/error.handler.ts';
import { serveFromMemory } from './memory.files.ts';
import { mayBeFramed, openToFrames, type Screens } from './screens.ts';

/**
 * Serves the built web application: files with a hash in their name are cached forever, the page itself is always
 * revalidated. Every other path outside `/api` is answered with the page, with 404 if it has no screen.
 */
export async function serveWeb(app: FastifyInstance, webRoot?: string, screens?: Screens): Promise<void> {
  if (webRoot) {
    await serveFromMemory(
      app,
      webRoot,
      // Folders that begin with a dot are internal.
      (path) => path === 'index.html' || path.startsWith('.'),
      (path) => (path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    );
  }
  app.setNotFoundHandler((request, reply): FastifyReply => {
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const path = pathOf(request.url);
    const isFile = /\.\w+$/.test(path) && !request.headers.accept?.includes('text/html');
    if (!screens || !reading || isFile || /^\/(api|health|metrics)\b/.test(path))
      return answerRefusal(request, reply, new Refusal('not_found'));
    if (mayBeFramed(request.url)) openToFrames(reply);
    const missing = screens.missing(path);
    reply
      .code(missing ? 404 : 200)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8');
    return reply.send(missing ?? screens.empty(path));
  });
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
