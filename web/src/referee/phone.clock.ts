import { useEffect, useState } from 'react';
import type { Moment } from './run.timer.ts';

/** Reads both clocks of the phone. */
export const readMoment = (): Moment => ({
  mono: performance.now(),
  wall: Date.now(),
  page: performance.timeOrigin,
});

/** The phone's clock, in milliseconds since 1970, read again every `everyMs` while `ticking`. */
export const useNow = (everyMs: number, ticking: boolean): number => useClock(Date.now, everyMs, ticking);

/** Both clocks, read again every `everyMs` while `ticking`. */
export const useMoment = (everyMs: number, ticking: boolean): Moment => useClock(readMoment, everyMs, ticking);

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
