import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { judgeCookie, sessionCookie } from '../input/session.cookie.ts';

/** Maximum number of sessions remembered; the one unused for longest is evicted first. */
const maxKnown = 20_000;

/** Sessions this process has verified, so that invented cookies get no priority. */
export interface KnownSessions {
  has(token: string): boolean;
  add(token: string): void;
  delete(token: string): void;
}

export function createKnownSessions(): KnownSessions {
  const known = new Set<string>();
  const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    has: (token) => known.has(hash(token)),
    add(token) {
      const name = hash(token);
      known.delete(name);
      known.add(name);
      const [oldest] = known;
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    },
    delete: (token) => void known.delete(hash(token)),
  };
}

const inCookie = new RegExp(`(?:^|;)\\s*(?:${sessionCookie}|${judgeCookie})=([^;]+)`);

/** Reads the token of a session or judge from the headers of a request, before cookies are parsed. */
export const tokenIn = ({ headers }: FastifyRequest): string | undefined =>
  inCookie.exec(headers.cookie ?? '')?.[1]?.trim();
