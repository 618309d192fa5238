/** Limits concurrency: a few turns at the same time, and a bounded queue. */
export interface Turns {
  /**
   * Takes a turn, now or when one is free; the returned function ends it and may be called again. Undefined when too
   * many wait. `preferred` callers wait in a separate queue of the same length, which goes first.
   */
  take(preferred?: boolean): Promise<() => void> | undefined;
  /** Returns the number of turns taken or waited for. */
  count(): number;
}

export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const preferredLine: (() => void)[] = [];
  const line: (() => void)[] = [];
  let taken = 0;

  function begin(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      // Pass the turn to the next in the queue, so that no newcomer overtakes.
      const next = preferredLine.shift() ?? line.shift();
      if (next) next();
      else taken -= 1;
    };
  }

  return {
    take(preferred = false) {
      if (taken < atOnce) {
        taken += 1;
        return Promise.resolve(begin());
      }
      const own = preferred ? preferredLine : line;
      if (own.length >= waiting) return undefined;
      return new Promise((resolve) => own.push(() => resolve(begin())));
    },
    count: () => taken + preferredLine.length + line.length,
  };
}
