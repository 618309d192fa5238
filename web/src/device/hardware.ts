import { useEffect } from 'react';

/* What a phone may offer beside the page; each is used where it exists and done without elsewhere. */

/** Keeps the screen on while `wanted`, also after the page was hidden and came back. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let ended = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery, for example; the screen then sleeps as it always does.
      const given = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (ended) await given?.release();
      else lock = given;
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, [wanted]);
}

/** A short buzz that says that a tap was taken. */
export function buzz(ms = 20): void {
  navigator.vibrate?.(ms);
}
