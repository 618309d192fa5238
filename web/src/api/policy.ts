/* The transport policy of calls: when to retry, and when refused sessions count as ended. Pure: it reads no clock. */

/** The waits before each retry, in milliseconds. */
const retryWaitsMs = [1000, 2000] as const;
/** Longest wait that is accepted from a server's `Retry-After`, in milliseconds. */
const maxRetryAfterMs = 10_000;
/** Number of consecutive 401s that end the session. */
const threshold = 3;
/** Calls whose 401 does not mean that the session ended: the login, and the check of the session. */
const notCounted: ReadonlySet<string> = new Set(['login', 'getProfile']);

/**
 * Returns the wait before the next attempt in milliseconds, or undefined when the answer is final. `status` is 0 without
 * an answer; `attempt` counts from 0.
 */
export function retryWait(answer: { status: number; attempt: number; retryAfterMs?: number }): number | undefined {
  const wait = retryWaitsMs[answer.attempt];
  if (wait === undefined || !isWorthRetrying(answer.status)) return undefined;
  return Math.max(wait, Math.min(answer.retryAfterMs ?? 0, maxRetryAfterMs));
}

function isWorthRetrying(status: number): boolean {
  return status === 0 || status >= 500 || status === 408 || status === 429;
}

/** Whether the same call would be refused again: not while the server is busy, or until the reader has signed in. */
export const isFinalRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && !isWorthRetrying(status);

/** Counts consecutive 401s over final answers; `isOver` when they end the session, which also resets the count. */
export function countUnauthorized(
  count: number,
  { call, status }: { call: string; status: number },
): { count: number; isOver: boolean } {
  if (status !== 401) return { count: 0, isOver: false };
  if (notCounted.has(call)) return { count, isOver: false };
  return count + 1 < threshold ? { count: count + 1, isOver: false } : { count: 0, isOver: true };
}
