import { useSyncExternalStore } from 'react';

/* The reader's day. A server-rendered page states the day that the server assumed, until the browser has its own. */

let given: string | undefined;

/** Sets the day on the server, where there is no reader. */
export function setToday(day: string): void {
  given = day;
}

/** Interval at which the day is checked, in milliseconds. */
const lookMs = 60_000;

/** Formats the local day of a moment as `YYYY-MM-DD`, as Swedes write it. */
export const formatLocalDay = (moment = new Date()): string => moment.toLocaleDateString('sv-SE');

/** Returns the reader's day, as `YYYY-MM-DD`. */
export function useToday(): string {
  return useSyncExternalStore(
    (listener) => {
      const looking = setInterval(listener, lookMs);
      return () => clearInterval(looking);
    },
    formatLocalDay,
    () => given ?? document.documentElement.dataset.today ?? formatLocalDay(),
  );
}
