import { type KeptRun, moveRun } from './kept.run.ts';
import type { OutboxStore } from './pump.ts';

/** An outbox in memory: for browsers without a database, and for simulations. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, KeptRun>();
  return {
    list: async () => [...entries.values()],
    add: async (entry) => {
      const isNew = !entries.has(entry.submission.submission_id);
      if (isNew) entries.set(entry.submission.submission_id, entry);
      return isNew;
    },
    move: async (id, move) => {
      const entry = entries.get(id);
      const moved = entry && moveRun(entry, move);
      if (!moved || moved === entry) return undefined;
      entries.set(id, moved);
      return moved;
    },
  };
}
