/** How long a browser may take by default; some never answer, and say nothing. In milliseconds. */
const patienceMs = 5_000;

/** What a browser was asked for, unless it takes too long. Throws then. */
export function withinPatience<T>(asked: Promise<T>, ms = patienceMs): Promise<T> {
  const none = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`The browser did not answer within ${ms} ms.`)), ms);
  });
  return Promise.race([asked, none]);
}
