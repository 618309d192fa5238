import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Finished bytes, for all who read them. */
export interface FinishedBytes {
  etag: string;
  bytes: Buffer;
  /** Absent where nothing is gained. */
  gzipped?: Buffer;
}

export interface KeptBytes {
  /**
   * Returns what a key has at a state, made by `make` where it is not kept; those who ask at once share it. Nothing is kept
   * where `make` returns nothing.
   */
  get(key: string, state: string, make: () => Promise<FinishedBytes | undefined>): Promise<FinishedBytes | undefined>;
}

/**
 * Keeps finished bytes by key, each as of the state that it was made at: a version, and how riders are named. What was read
 * longest ago goes first when there are more than `maxBytes`.
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

/** Finishes a page: its bytes, plain and compressed, and their tag. */
export async function finishPage(text: string): Promise<FinishedBytes> {
  const bytes = Buffer.from(text);
  return { etag: tagOf(bytes), bytes, gzipped: await promisify(gzip)(bytes) };
}

/** Finishes a picture, which is compressed already. */
export const finishPicture = (bytes: Buffer): FinishedBytes => ({ etag: tagOf(bytes), bytes });

const tagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
