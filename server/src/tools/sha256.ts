import { hash } from 'node:crypto';

/** Computes SHA-256 in hex; text is hashed as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** Computes the ETag of content. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
