import PQueue from 'p-queue';

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
  const queue = new PQueue({ concurrency: atOnce });
  return {
    take(preferred = false) {
      const priority = preferred ? 1 : 0;
      if (queue.pending >= atOnce && queue.sizeBy({ priority }) >= waiting) return undefined;
      return new Promise((begin) => void queue.add(() => new Promise<void>((end) => begin(end)), { priority }));
    },
    count: () => queue.size + queue.pending,
  };
}
