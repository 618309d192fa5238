import { Refusal } from './refusal.ts';

/** Seconds after which a refused client may come back, spread so that they do not all come at once. */
const soonestSec = 2;
const spreadSec = 4;

let refusals = 0;

/** Refusals of this process because of load, since it started. */
export const countOverloads = () => refusals;

/** The refusal of a request because there are too many; `retryAfter` are the seconds after which a new attempt makes sense. */
export function overloaded(retryAfter = soonestSec + Math.floor(Math.random() * spreadSec)): Refusal {
  refusals += 1;
  return new Refusal('overloaded', { retryAfter });
}
