/** Constant response time in ms, longer than the slowest real path. */
const paceMs = 300;

/**
 * Answers no sooner than a fixed time after the start, so that timing does not reveal whether anything was done (S4).
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, paceMs));
  const [done] = await Promise.all([work(), pause]);
  return done;
}
