import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hashToken } from '../../access/token.ts';
import { judgeCookie, sessionCookie } from '../input/session.cookie.ts';

/** Maximum number of sessions remembered; the one unused for longest is evicted first. */
const maxKnown = 20_000;

export type KnownSessions = ReturnType<typeof createKnownSessions>;

/** Remembers the sessions that this process has verified, so that invented cookies get no priority. */
export function createKnownSessions() {
  const known = new LRUCache<string, true>({ max: maxKnown });
  return {
    has: (token: string): boolean => known.has(hashToken(token)),
    add: (token: string): void => void known.set(hashToken(token), true),
    delete: (token: string): void => void known.delete(hashToken(token)),
  };
}

const inCookie = new RegExp(`(?:^|;)\\s*(?:${sessionCookie}|${judgeCookie})=([^;]+)`);

/** Reads the token of a session or judge from the headers of a request, before cookies are parsed. */
export const tokenIn = ({ headers }: FastifyRequest): string | undefined =>
  inCookie.exec(headers.cookie ?? '')?.[1]?.trim();
