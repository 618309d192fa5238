/** Sampling interval, in milliseconds. */
const sampleMs = 250;

/**
 * Measures the delay of the event loop, in milliseconds: by how much the last sample was late, or by how much the next
 * one is overdue. Always a finite number, however long the event loop was blocked.
 */
export function watchLateness(): { lateMs: () => number; stop: () => void } {
  let due = performance.now() + sampleMs;
  let last = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    last = Math.max(0, now - due);
    due = now + sampleMs;
  }, sampleMs);
  timer.unref();
  return {
    lateMs: () => Math.max(last, performance.now() - due),
    stop: () => clearInterval(timer),
  };
}
