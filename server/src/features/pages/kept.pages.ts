import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A finished page, for all who read it. */
export interface FinishedPage {
  etag: string;
  html: Buffer;
  gzipped: Buffer;
}

/** Pages kept in memory at most, in bytes; the one that was read longest ago goes first. */
const keptBytes = 32 * 1024 * 1024;

export interface KeptPages {
  /**
   * Returns the page of a key as it is at a state, made by `render` where it is not kept; those who ask at once share it.
   * Nothing is kept where `render` returns nothing.
   */
  page(key: string, state: string, render: () => Promise<string | undefined>): Promise<FinishedPage | undefined>;
}

/** Keeps finished pages by key, each as of the state that it was rendered at: a version, and how riders are named. */
export function createKeptPages(): KeptPages {
  const kept = new LRUCache<string, { state: string; page: FinishedPage }>({
    maxSize: keptBytes,
    sizeCalculation: ({ page }, key) => page.html.length + page.gzipped.length + key.length,
  });
  const underWay = new Map<string, Promise<FinishedPage | undefined>>();

  async function make(key: string, state: string, render: () => Promise<string | undefined>) {
    const text = await render();
    if (text === undefined) return undefined;
    const page = await finishPage(text);
    kept.set(key, { state, page });
    return page;
  }

  return {
    async page(key, state, render) {
      const found = kept.get(key);
      if (found?.state === state) return found.page;
      const making = `${key} ${state}`;
      const shared = underWay.get(making) ?? make(key, state, render).finally(() => underWay.delete(making));
      underWay.set(making, shared);
      return shared;
    },
  };
}

/** Finishes a page: its bytes, plain and compressed, and their tag. */
export async function finishPage(text: string): Promise<FinishedPage> {
  const html = Buffer.from(text);
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return { etag, html, gzipped: await promisify(gzip)(html) };
}
