import { createHash, randomBytes } from 'node:crypto';

/** Generates a token for a cookie or a link; the database stores only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
