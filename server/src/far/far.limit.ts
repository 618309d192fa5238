import { UnreachableError } from './far.errors.ts';

interface Limit {
  signal?: AbortSignal | undefined;
  ms?: number;
  /** The error message when the time is over. */
  late?: string;
}

/**
 * Awaits work until the signal aborts (throws its reason) or the time is over (throws an `UnreachableError`). File
 * operations on a folder that hangs cannot be cancelled: they continue, and their result is ignored.
 */
export function limitWork<Result>(work: Promise<Result>, { signal, ms, late = '' }: Limit): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal?.reason);
    const timer = ms === undefined ? undefined : setTimeout(() => reject(new UnreachableError(late)), ms);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  });
}
