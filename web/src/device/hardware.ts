import { useEffect } from 'react';

/* Optional abilities of a device; each is used where it exists. */

/** Keeps the screen on while `wanted`, also after the page was hidden and is visible again. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let ended = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused on a low battery, for example; the screen then sleeps as usual.
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

/** Vibrates briefly to confirm a tap. */
export function buzz(ms = 20): void {
  navigator.vibrate?.(ms);
}

/** Whether pages may ask for a camera here: over plain http from another machine no browser has one. */
export const mayUseCamera = (): boolean => navigator.mediaDevices !== undefined;
