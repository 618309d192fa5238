import { useSyncExternalStore } from 'react';

/* The reader's day. A server-rendered page states the day that the server assumed, until the browser has its own. */

let given: string | undefined;

/** Sets the day on the server, where there is no reader. */
export function setToday(day: string): void {
  given = day;
}

/** Interval at which the day is checked, in milliseconds. */
const lookMs = 60_000;

/** Formats the local day of a moment as `YYYY-MM-DD`. */
function formatLocalDay(now = new Date()): string {
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
    formatLocalDay,
    () => given ?? document.documentElement.dataset.today ?? formatLocalDay(),
  );
}
