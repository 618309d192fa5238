import { LRUCache } from 'lru-cache';

type Limits<Result> = { max: number } | { maxSize: number; sizeCalculation: (result: Result, key: string) => number };

/** Returns the result of a key, cached or of `work`. */
export type WorkCache<Result> = <R extends Result | undefined>(key: string, work: () => Promise<R>) => Promise<R>;

/**
 * Caches the results of work by key, and evicts the least recently used ones. Concurrent callers of a key share one run
 * of `work`; neither a failure nor undefined is cached.
 */
export function createWorkCache<Result extends object>(limits: Limits<Result>): WorkCache<Result> {
  const cache = new LRUCache<string, Result, () => Promise<Result | undefined>>({
    ...limits,
    fetchMethod: (_, __, { context: work }) => work(),
    // The result of an evicted key still answers those who wait for it.
    ignoreFetchAbort: true,
  });
  return <R extends Result | undefined>(key: string, work: () => Promise<R>) =>
    cache.fetch(key, { context: work }) as Promise<R>;
}
