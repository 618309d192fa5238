/** Default limit in milliseconds; some browsers never answer. */
const patienceMs = 5_000;

/** Waits for a promise, but not longer than `ms`. Throws then. */
export function withinPatience<T>(asked: Promise<T>, ms = patienceMs): Promise<T> {
  const none = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The browser did not answer within ${ms} ms.`)), ms);
  });
  return Promise.race([asked, none]);
}
