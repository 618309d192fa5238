/** Default timeout in milliseconds; some browsers never answer. */
const timeoutMs = 5_000;

/** Resolves like `asked`, or throws after `ms` milliseconds. */
export function withTimeout<T>(asked: Promise<T>, ms = timeoutMs): Promise<T> {
  const none = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The browser did not answer within ${ms} ms.`)), ms);
  });
  return Promise.race([asked, none]);
}

/** Calls `ask` with a signal that aborts after `ms` milliseconds, or with `given`; the timer ends with the answer. */
export async function abortAfter<T>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<T>,
  given?: AbortSignal,
): Promise<T> {
  // `AbortSignal.any` would combine the two signals; phones with iOS before 17.4 lack it.
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, ms);
  given?.addEventListener('abort', end);
  try {
    return await ask(ending.signal);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', end);
  }
}
