import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../refusals/refusal.ts';
import { answerRefusal } from '../answers/error.handler.ts';
import { serveFromMemory } from './memory.files.ts';
import { mayBeFramed, openToFrames, type Screens } from './screens.ts';

/**
 * Serves the built web application: files with a hash in their name are cached forever, the page itself is always
 * revalidated. Every other path outside `/api` is a screen, so it is answered with the page.
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
    const isScreen = reading && !/^\/(api|health|metrics)\b|\.\w+$/.test(path);
    if (!screens || !isScreen) return answerRefusal(request, reply, new Refusal('not_found'));
    if (mayBeFramed(request.url)) openToFrames(reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(screens.empty(path));
  });
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
