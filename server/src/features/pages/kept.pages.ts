import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { etagOf } from '../../tools/sha256.ts';
import { createWorkCache } from '../../tools/work.cache.ts';

/** The bytes of a response, ready to send to every reader. */
export interface FinishedBytes {
  etag: string;
  bytes: Buffer;
  /** Absent where compression gains nothing. */
  gzipped?: Buffer;
}

/** Caches finished bytes; a key names also their state: a version, and how riders are named. */
export const createKeptBytes = (maxBytes: number) =>
  createWorkCache<FinishedBytes>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes, gzipped }, key) => bytes.length + (gzipped?.length ?? 0) + key.length,
  });

/** Prepares a page for sending: plain and compressed bytes, and an ETag. */
export async function finishPage(text: string): Promise<FinishedBytes> {
  const bytes = Buffer.from(text);
  return { etag: etagOf(bytes), bytes, gzipped: await promisify(gzip)(bytes) };
}

/** Prepares a picture, which is compressed already. */
export const finishPicture = (bytes: Buffer): FinishedBytes => ({ etag: etagOf(bytes), bytes });
