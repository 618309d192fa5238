/** How often the other installation is asked for news, in milliseconds. */
const everyMs = 2_000;
/** Half of the first wait when it does not answer, and the longest one, in milliseconds. */
const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** How long it may take to answer, in milliseconds: a thin line carries a message slowly. */
export const answerMs = 20_000;

/**
 * Computes the pause before the next question to the other side, in milliseconds: none while there is more to tell, and
 * after failures longer each time, less some `chance` from 0 to 1.
 */
export function pauseBeforeAsking(failures: number, hasMore: boolean, chance: number): number {
  if (failures === 0) return hasMore ? 0 : everyMs;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)) * (0.5 + chance / 2);
}
