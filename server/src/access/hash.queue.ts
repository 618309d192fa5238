import { availableParallelism } from 'node:os';
import { overloaded } from '../refusals/overload.ts';
import { createTurns } from '../tools/turns.ts';

/*
 * Hashing a password takes a whole processor and one of the four threads that also read files. So at most two passwords
 * are hashed at once, and one processor is left to the calls of everybody else; a few wait, and the rest is refused.
 */

const turns = createTurns({ atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 64 });

/** Hashes that are computed or wait. */
export const countHashes = turns.count;

/** Hashes when there is room for it. Throws `overloaded` when too many wait already. */
export async function hashInTurn<T>(hash: () => Promise<T>): Promise<T> {
  const end = await turns.take();
  if (!end) throw overloaded();
  try {
    return await hash();
  } finally {
    end();
  }
}
