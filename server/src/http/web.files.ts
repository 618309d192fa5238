import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../refusals/refusal.ts';
import { escapeHtml } from '../tools/html.ts';
import { answerRefusal } from './error.handler.ts';
import { serveFromMemory } from './memory.files.ts';
import type { Parts } from './parts.ts';
import { readScreenFiles } from './screen.files.ts';

/**
 * Serves the built web application: files with a hash in their name for ever, the page itself always fresh. Every
 * other path outside `/api` is a screen, so it answers with the page.
 */
export async function serveWeb(app: FastifyInstance, parts: Parts): Promise<void> {
  const { webRoot } = parts;
  const pageAt = webRoot && (await readPages(webRoot, parts));
  if (webRoot) {
    await serveFromMemory(
      app,
      webRoot,
      (path) => path === 'index.html' || path.startsWith('.vite/'),
      (path) => (path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    );
  }
  app.setNotFoundHandler((request, reply): FastifyReply => {
    const reading = request.method === 'GET' || request.method === 'HEAD';
    const path = pathOf(request.url);
    const isScreen = reading && !/^\/(api|health|metrics)\b|\.\w+$/.test(path);
    if (!pageAt || !isScreen) return answerRefusal(request, reply, new Refusal('not_found'));
    if (mayBeFramed(request.url)) openToFrames(reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(pageAt(path));
  });
}

/** Whether an address is the one screen that other sites may show in a frame: a public ranking without its frame. */
function mayBeFramed(url: string): boolean {
  const [path = '', ...query] = url.split('?');
  const said = new URLSearchParams(query.join('?')).getAll('embed');
  return /^\/public\/competitions\/[1-9]\d*\/live-ranking$/.test(path) && said.join() === '1';
}

function openToFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.removeHeader('x-frame-options');
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'));
}

/** The page of any screen, with what it is to know of this installation and the files that the screen begins with. */
async function readPages(webRoot: string, parts: Parts): Promise<(path: string) => string> {
  const said = {
    contact: parts.contactEmail,
    'public-url': parts.publicUrl,
    'qr-image-service': parts.qrImageServiceUrl ?? '',
  };
  const built = await readFile(join(webRoot, 'index.html'), 'utf8');
  const page = built.replace(/(<meta name="([\w-]+)" content=")[^"]*/g, (meta, start: string, name: string) =>
    name in said ? start + escapeHtml(said[name as keyof typeof said]) : meta,
  );
  const screens = (await readScreenFiles(webRoot)).map(({ address, files }) => ({
    address,
    page: page.replace('</head>', () => `${files.map(fetchEarly).join('')}</head>`),
  }));
  return (path) => screens.find(({ address }) => address.test(path))?.page ?? page;
}

/** Has the browser fetch a file that the screen will ask for. */
function fetchEarly(file: string): string {
  const href = escapeHtml(`/${file}`);
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${href}">`
    : `<link rel="modulepreload" crossorigin href="${href}">`;
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
