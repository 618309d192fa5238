import { useEffect, useState } from 'react';

/** A moment on both clocks of a device, in milliseconds. */
export interface Moment {
  /** Time since the page was opened. It never jumps, but may stop while the device sleeps. */
  mono: number;
  /** The device's clock, since 1970. */
  wall: number;
  /** Identifies the page that `mono` belongs to. */
  page: number;
}

/** Reads both clocks. */
export const readMoment = (): Moment => ({
  mono: performance.now(),
  wall: Date.now(),
  page: performance.timeOrigin,
});

/** Returns the wall clock in milliseconds since 1970, updated every `everyMs` while `ticking`. */
export const useNow = (everyMs: number, ticking: boolean): number => useClock(Date.now, everyMs, ticking);

/** Returns both clocks, updated every `everyMs` while `ticking`. */
export const useMoment = (everyMs: number, ticking: boolean): Moment => useClock(readMoment, everyMs, ticking);

/** Returns true once a value has been the same for `ms` milliseconds. */
export function useUnchanged(value: string | boolean | undefined, ms: number): boolean {
  const [last, setLast] = useState<typeof value>();
  useEffect(() => {
    const pause = setTimeout(() => setLast(value), ms);
    return () => clearTimeout(pause);
  }, [value, ms]);
  return value !== undefined && last === value;
}

function useClock<T>(read: () => T, everyMs: number, ticking: boolean): T {
  const [now, setNow] = useState(read);
  useEffect(() => {
    setNow(read());
    if (!ticking) return;
    const beat = setInterval(() => setNow(read()), everyMs);
    return () => clearInterval(beat);
  }, [read, everyMs, ticking]);
  return now;
}
