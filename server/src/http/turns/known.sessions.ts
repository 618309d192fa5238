import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { judgeCookie, sessionCookie } from '../input/session.cookie.ts';

/** Maximum number of sessions remembered; the one unused for longest is evicted first. */
const maxKnown = 20_000;

export type KnownSessions = ReturnType<typeof createKnownSessions>;

/** Remembers the sessions that this process has verified, so that invented cookies get no priority. */
export function createKnownSessions() {
  const known = new LRUCache<string, true>({ max: maxKnown });
  const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    has: (token: string): boolean => known.has(hash(token)),
    add: (token: string): void => void known.set(hash(token), true),
    delete: (token: string): void => void known.delete(hash(token)),
  };
}

const inCookie = new RegExp(`(?:^|;)\\s*(?:${sessionCookie}|${judgeCookie})=([^;]+)`);

/** Reads the token of a session or judge from the headers of a request, before cookies are parsed. */
export const tokenIn = ({ headers }: FastifyRequest): string | undefined =>
  inCookie.exec(headers.cookie ?? '')?.[1]?.trim();
