/** Interval of requests to the other installation, in milliseconds. */
const everyMs = 2_000;
/** Half of the first retry delay, and the maximum one, in milliseconds. */
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** Time limit of its answer, in milliseconds: large, because a slow line takes long for a message. */
export const answerMs = 20_000;

/**
 * Returns the delay before the next request to the other side, in milliseconds: none while there is more to send; after
 * failures it grows exponentially, with jitter from `chance` between 0 and 1.
 */
export function pauseBeforeAsking(failures: number, hasMore: boolean, chance: number): number {
  if (failures === 0) return hasMore ? 0 : everyMs;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)) * (0.5 + chance / 2);
}
