import { createHash, randomBytes } from 'node:crypto';

/** Makes a token that cannot be guessed, for a cookie or a link; the database keeps only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
