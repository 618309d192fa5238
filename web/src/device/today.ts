import { useSyncExternalStore } from 'react';

/* The reader's day. A page that the server rendered says which day it took for it, until the browser knows better. */

let given: string | undefined;

/** Sets the day where there is no reader: on the server. */
export function giveToday(day: string): void {
  given = day;
}

/** How often the day is looked at, in milliseconds. */
const lookMs = 60_000;

/** Writes the day of a moment where the reader is, as `YYYY-MM-DD`. */
function dayHere(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the reader's day, as `YYYY-MM-DD`. */
export function useToday(): string {
  return useSyncExternalStore(
    (listener) => {
      const looking = setInterval(listener, lookMs);
      return () => clearInterval(looking);
    },
    dayHere,
    () => given ?? document.documentElement.dataset.today ?? dayHere(),
  );
}
