/** Reproducible random numbers: the same seed gives the same numbers. */
export interface Chance {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next: () => number;
  /** Returns true in `share` percent of the calls. */
  percent: (share: number) => boolean;
  /** Returns an integer from 0 (included) to `end` (excluded). */
  below: (end: number) => number;
  /** Returns an element of a list. Throws when it is empty. */
  oneOf: <T>(list: readonly T[]) => T;
}

/** Creates random numbers from a seed, with the generator mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    percent: (share) => next() * 100 < share,
    oneOf: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('There is nothing to choose from.');
      return one;
    },
  };
}
