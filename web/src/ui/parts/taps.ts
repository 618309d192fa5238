import { useEffect, useState } from 'react';

/** Longer than the pause within a double tap, shorter than a deliberate next one; in milliseconds. */
const doubleTapMs = 400;
/** How long a button waits for its second tap, in milliseconds. */
const askingMs = 4_000;

/**
 * Returns true once the screen has been unchanged for a moment. A button that has just replaced another waits for this,
 * so that a double tap on the first does not also press the second.
 */
export function useSettled(screen: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const pause = setTimeout(() => setSettled(screen), doubleTapMs);
    return () => clearTimeout(pause);
  }, [screen]);
  return settled === screen;
}

/** A destructive button that needs a second tap: whether it waits for it, and the tap handler. */
export function useSecondTap(act: () => void): { asking: boolean; tap: () => void } {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (!asking) return;
    const end = setTimeout(() => setAsking(false), askingMs);
    return () => clearTimeout(end);
  }, [asking]);
  return {
    asking,
    tap() {
      setAsking(!asking);
      if (asking) act();
    },
  };
}
