import { useEffect, useState } from 'react';

/** The phone's clock, in milliseconds, read again every `everyMs` while `ticking` (spec §9: 100 ms for the timer). */
export function useNow(everyMs: number, ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return;
    const beat = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(beat);
  }, [everyMs, ticking]);
  return now;
}
