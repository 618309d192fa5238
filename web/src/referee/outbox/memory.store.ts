import { type KeptRun, moveRun } from './kept.run.ts';
import type { OutboxStore } from './pump.ts';

/** An outbox in memory: for browsers without a database, and for simulations. */
export function memoryStore(): OutboxStore {
  const runs = new Map<string, KeptRun>();
  return {
    list: async () => [...runs.values()],
    add: async (run) => {
      const isNew = !runs.has(run.submission.submission_id);
      if (isNew) runs.set(run.submission.submission_id, run);
      return isNew;
    },
    move: async (id, move) => {
      const run = runs.get(id);
      const moved = run && moveRun(run, move);
      if (!moved || moved === run) return undefined;
      runs.set(id, moved);
      return moved;
    },
  };
}
