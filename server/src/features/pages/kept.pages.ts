import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** The bytes of a response, ready to send to every reader. */
export interface FinishedBytes {
  etag: string;
  bytes: Buffer;
  /** Absent where compression gains nothing. */
  gzipped?: Buffer;
}

export interface KeptBytes {
  /**
   * Returns the bytes of a key at a state, from the cache or from `make`; concurrent requests share one call of `make`.
   * If `make` returns undefined, nothing is cached.
   */
  get(key: string, state: string, make: () => Promise<FinishedBytes | undefined>): Promise<FinishedBytes | undefined>;
}

/**
 * Caches finished bytes by key, each valid for one state: a version, and how riders are named. Evicts the least
 * recently read entries above `maxBytes`.
 */
export function createKeptBytes(maxBytes: number): KeptBytes {
  const kept = new LRUCache<string, { state: string; made: FinishedBytes }>({
    maxSize: maxBytes,
    sizeCalculation: ({ state, made }, key) =>
      made.bytes.length + (made.gzipped?.length ?? 0) + state.length + key.length,
  });
  const underWay = new Map<string, Promise<FinishedBytes | undefined>>();

  async function makeOnce(key: string, state: string, make: () => Promise<FinishedBytes | undefined>) {
    const made = await make();
    if (made) kept.set(key, { state, made });
    return made;
  }

  return {
    async get(key, state, make) {
      const found = kept.get(key);
      if (found?.state === state) return found.made;
      const making = `${key} ${state}`;
      const shared = underWay.get(making) ?? makeOnce(key, state, make).finally(() => underWay.delete(making));
      underWay.set(making, shared);
      return shared;
    },
  };
}

/** Prepares a page for sending: plain and compressed bytes, and an ETag. */
export async function finishPage(text: string): Promise<FinishedBytes> {
  const bytes = Buffer.from(text);
  return { etag: tagOf(bytes), bytes, gzipped: await promisify(gzip)(bytes) };
}

/** Prepares a picture, which is compressed already. */
export const finishPicture = (bytes: Buffer): FinishedBytes => ({ etag: tagOf(bytes), bytes });

const tagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
