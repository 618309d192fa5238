import { hash } from 'node:crypto';

/** Computes SHA-256 in hex; text is hashed as UTF-8. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);
