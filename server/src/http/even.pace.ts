/** Longer than what a call does for a known address, in milliseconds. */
const paceMs = 300;

/**
 * Answers no sooner than a fixed time after the start, so that the time of an answer does not tell whether there was
 * something to do (S4).
 */
export async function atEvenPace<T>(work: () => Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, paceMs));
  const [done] = await Promise.all([work(), pause]);
  return done;
}
