import { Refusal } from './refusal.ts';

/** Seconds after which a refused client may retry, spread randomly to avoid a burst. */
const soonestSec = 2;
const spreadSec = 4;

let refusals = 0;

/** Returns the number of requests that this process refused because of load, since its start. */
export const countOverloads = () => refusals;

/** Returns the refusal of a request because of overload; `retryAfter` in seconds. */
export function overloaded(retryAfter = soonestSec + Math.floor(Math.random() * spreadSec)): Refusal {
  refusals += 1;
  return new Refusal('overloaded', { retryAfter });
}
