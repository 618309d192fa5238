/** How long a read holds back the next one, in milliseconds; after that its connection may be dead. */
const patienceMs = 10_000;

/**
 * Calls `read` after each request, `delayMs()` milliseconds later. Requests until then share one read. A request during
 * a read leads to another one after it (L6).
 */
export function combineReads(read: () => Promise<unknown>, delayMs: () => number) {
  let due: ReturnType<typeof setTimeout> | undefined;
  /** Ends the patience with the read in progress. */
  let reading: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;

  function request(): void {
    if (reading === undefined) due ??= setTimeout(start, delayMs());
    else isWanted = true;
  }

  function start(): void {
    due = undefined;
    const own = setTimeout(finish, patienceMs);
    reading = own;
    void read().finally(finish);

    function finish(): void {
      // The read was given up already.
      if (reading !== own) return;
      clearTimeout(own);
      reading = undefined;
      if (!isWanted) return;
      isWanted = false;
      request();
    }
  }

  return {
    /** Asks for a read that starts from now on. */
    request,
    /** Drops the requests that wait; there may be none after it. */
    end() {
      clearTimeout(due);
      isWanted = false;
    },
  };
}
