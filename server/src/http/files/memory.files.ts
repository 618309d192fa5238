import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { etagOf } from '../../tools/sha256.ts';
import { isUnchanged } from '../answers/etag.ts';

/*
 * The application's files, a few megabytes, are read into memory at the start: serving a page then needs neither the
 * disk nor Node's file threads, which may be busy.
 */

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Encodings of the files compressed by the build, best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
type Encoding = (typeof encodings)[number][0];

interface MemoryFile {
  headers: Record<string, string>;
  etag: string;
  bytes: Buffer;
  compressed: { encoding: Encoding; bytes: Buffer }[];
}

/** Serves the present files of a folder; `isLeftOut` receives paths such as `assets/app.js`. */
export async function serveFromMemory(
  app: FastifyInstance,
  root: string,
  isLeftOut: (path: string) => boolean,
  cacheControl: (path: string) => string,
): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const known = new Set(paths);
  for (const path of paths) {
    if (encodings.some(([, ending]) => path.endsWith(ending)) || isLeftOut(path)) continue;
    const file = await readMemoryFile(root, path, known, cacheControl(path));
    app.get(`/${path}`, (request, reply) => sendFile(request, reply, file));
  }
}

async function readMemoryFile(
  root: string,
  path: string,
  known: ReadonlySet<string>,
  cacheControl: string,
): Promise<MemoryFile> {
  const bytes = await readFile(join(root, path));
  const compressed = encodings
    .filter(([, ending]) => known.has(path + ending))
    .map(async ([encoding, ending]) => ({ encoding, bytes: await readFile(join(root, path + ending)) }));
  return {
    headers: {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      // Scripts and fonts of a frame in a sandbox, which has no origin.
      ...(path.startsWith('assets/') && { 'access-control-allow-origin': '*' }),
    },
    etag: `W/${etagOf(bytes)}`,
    bytes,
    compressed: await Promise.all(compressed),
  };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: MemoryFile): FastifyReply {
  reply.headers({ ...file.headers, etag: file.etag });
  if (isUnchanged(request, file.etag.replace(/^W\//, ''))) return reply.code(304).removeHeader('content-type').send();
  const accepted = listAccepted(request.headers['accept-encoding']);
  const compressed = file.compressed.find(({ encoding }) => accepted.has(encoding));
  if (compressed) reply.header('content-encoding', compressed.encoding);
  return reply.send(compressed?.bytes ?? file.bytes);
}

/** Returns the encodings that a client accepts: those it lists, except with `q=0`. */
export function listAccepted(header: string | string[] | undefined): Set<string> {
  const named = String(header ?? '').split(',');
  return new Set(
    named.filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one)).map((one) => one.split(';', 1)[0]?.trim() ?? ''),
  );
}
