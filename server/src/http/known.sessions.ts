import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sessionCookie } from './session.cookie.ts';

/** Sessions that are remembered at most; the one that was seen longest ago is forgotten first. */
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

const inCookie = new RegExp(`(?:^|;)\\s*${sessionCookie}=([^;]+)`);

/** Reads the session's token from the head of a request, before cookies are parsed. */
export const tokenIn = ({ headers }: FastifyRequest): string | undefined =>
  inCookie.exec(headers.cookie ?? '')?.[1]?.trim();
