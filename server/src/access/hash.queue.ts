import { availableParallelism } from 'node:os';
import { createTurns } from '../tools/turns.ts';

/*
 * Hashing a password uses a whole processor and one of the four threads that also read files. So at most two passwords
 * are hashed at the same time, which leaves one processor to other calls; a few more wait, and the rest is refused.
 */

const turns = createTurns({ atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 64 });

/** Returns the number of hashes in progress or waiting. */
export const countHashes = turns.count;

/** Runs a hash when there is capacity. Throws `overloaded` when too many wait. */
export const hashInTurn = <T>(hash: () => Promise<T>): Promise<T> => turns.run(hash);
