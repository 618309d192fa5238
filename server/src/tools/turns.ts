import PQueue from 'p-queue';
import { overloaded } from '../refusals/overload.ts';

export type Turns = ReturnType<typeof createTurns>;

/** Limits concurrency: a few turns at the same time, and a bounded queue. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue = new PQueue({ concurrency: atOnce });
  /**
   * Takes a turn, now or when one is free; the returned function ends it and may be called again. Undefined when too
   * many wait. `preferred` callers wait in a separate queue of the same length, which goes first.
   */
  function take(preferred = false): Promise<() => void> | undefined {
    const priority = preferred ? 1 : 0;
    if (queue.pending >= atOnce && queue.sizeBy({ priority }) >= waiting) return undefined;
    return new Promise((begin) => void queue.add(() => new Promise<void>((end) => begin(end)), { priority }));
  }
  return {
    take,
    /** Does work in a turn. Throws `overloaded`, with `retryAfter` in seconds, when too many wait. */
    async run<T>(work: () => Promise<T>, retryAfter?: number): Promise<T> {
      const end = await take();
      if (!end) throw overloaded(retryAfter);
      try {
        return await work();
      } finally {
        end();
      }
    },
    /** Resolves when no turn is taken or waited for. */
    onIdle: () => queue.onIdle(),
    /** Returns the number of turns taken or waited for. */
    count: () => queue.size + queue.pending,
  };
}
