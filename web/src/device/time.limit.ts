/** Default timeout in milliseconds; some browsers never answer. */
const timeoutMs = 5_000;

/** Resolves like `asked`, or throws after `ms` milliseconds. */
export function withTimeout<T>(asked: Promise<T>, ms = timeoutMs): Promise<T> {
  const none = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The browser did not answer within ${ms} ms.`)), ms);
  });
  return Promise.race([asked, none]);
}

/** Calls `ask` with a signal that aborts after `ms` milliseconds; the timer ends with the answer. */
export async function abortAfter<T>(ms: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ms);
  try {
    return await ask(timeout.signal);
  } finally {
    clearTimeout(timer);
  }
}
