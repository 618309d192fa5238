import { hash } from 'node:crypto';

/**
 * Computes the hash of a chain's next link like the database (H1): SHA-256 of the previous hash, the entry's digest,
 * both in hex, and its time in ms.
 */
export function linkHash(before: string, digest: string, at: string): string {
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(BigInt(Date.parse(at)));
  return hash('sha256', Buffer.concat([Buffer.from(before, 'hex'), Buffer.from(digest, 'hex'), time]));
}
