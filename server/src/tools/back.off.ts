const longestWaitMs = 3_600_000;

/** Returns the wait after a number of consecutive failures, in milliseconds: doubled each time, at most an hour. */
export const waitAfter = (failures: number, firstMs: number): number =>
  Math.min(longestWaitMs, firstMs * 2 ** (failures - 1));
