import PQueue from 'p-queue';
import { overloaded } from '../refusals/overload.ts';

/** Limits concurrency: a few turns at the same time, and a bounded queue. */
export interface Turns {
  /**
   * Takes a turn, now or when one is free; the returned function ends it and may be called again. Undefined when too
   * many wait. `preferred` callers wait in a separate queue of the same length, which goes first.
   */
  take(preferred?: boolean): Promise<() => void> | undefined;
  /** Does work in a turn. Throws `overloaded`, with `retryAfter` in seconds, when too many wait. */
  run<T>(work: () => Promise<T>, retryAfter?: number): Promise<T>;
  /** Resolves when no turn is taken or waited for. */
  onIdle(): Promise<void>;
  /** Returns the number of turns taken or waited for. */
  count(): number;
}

export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue = new PQueue({ concurrency: atOnce });
  function take(preferred = false): Promise<() => void> | undefined {
    const priority = preferred ? 1 : 0;
    if (queue.pending >= atOnce && queue.sizeBy({ priority }) >= waiting) return undefined;
    return new Promise((begin) => void queue.add(() => new Promise<void>((end) => begin(end)), { priority }));
  }
  return {
    take,
    async run(work, retryAfter) {
      const end = await take();
      if (!end) throw overloaded(retryAfter);
      try {
        return await work();
      } finally {
        end();
      }
    },
    onIdle: () => queue.onIdle(),
    count: () => queue.size + queue.pending,
  };
}
