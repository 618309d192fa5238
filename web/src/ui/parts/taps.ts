import { useEffect, useState } from 'react';

/** Longer than the pause within a double tap, shorter than a deliberate next one; in milliseconds. */
const doubleTapMs = 400;
/** How long a button that asks "really?" keeps asking, in milliseconds. */
const askingMs = 4_000;

/**
 * Whether what is on screen has been there for a moment: a button that just took another's place waits for it, so that
 * a double tap on the one does not press the other.
 */
export function useSettled(screen: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const pause = setTimeout(() => setSettled(screen), doubleTapMs);
    return () => clearTimeout(pause);
  }, [screen]);
  return settled === screen;
}

/** A destructive button that needs a second tap: whether it is asking for it, and the tap handler. */
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
