/** Waits for an answer, but not longer than `ms`; then undefined, while the asking goes on. */
export function inTime<T>(asking: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref();
  });
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}
