import { createHash } from 'node:crypto';
import { beginPlay, type Play } from './play.ts';

/** The outcome of a seed. */
export interface Played {
  seed: number;
  wrong: string[];
  hash: number;
}

/** Number of seeds played concurrently, which share each wait. More of them do not fit into a core's cache. */
const together = 8;

/** Plays seeds, each twice: two plays of one seed must be equal. */
export async function playSeeds(from: number, count: number): Promise<Played[]> {
  const played: Played[] = [];
  for (let first = from; first < from + count; first += together) {
    const seeds = Array.from({ length: Math.min(together, from + count - first) }, (_, index) => first + index);
    const [once, twice] = [await playTogether(seeds), await playTogether(seeds)];
    for (const [index, one] of once.entries()) {
      const isSame = twice[index]?.hash === one.hash;
      played.push(isSame ? one : { ...one, wrong: [...one.wrong, 'a second play of the seed went another way'] });
    }
  }
  return played;
}

async function playTogether(seeds: readonly number[]): Promise<Played[]> {
  const plays = seeds.map((seed) => ({ seed, play: beginPlay(seed) }));
  let going: { play: Play }[] = plays;
  while (going.length > 0) {
    // The immediate effects of a step are over when the next macrotask begins.
    await new Promise((resolve) => setImmediate(resolve));
    going = going.filter(({ play }) => play.step());
  }
  return Promise.all(plays.map(async ({ seed, play }) => ({ seed, ...(await play.end()) })));
}

/** Hashes the events of many seeds, in hex. */
export function hashOf(played: readonly Played[]): string {
  const hash = createHash('sha256');
  for (const one of played) hash.update(`${one.seed} ${one.hash};`);
  return hash.digest('hex');
}
