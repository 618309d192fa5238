import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useUnchanged } from '../../device/clock.ts';

/** Longer than the pause within a double tap, shorter than a deliberate next one; in milliseconds. */
const doubleTapMs = 400;
/** How long a button waits for its second tap, in milliseconds. */
const askingMs = 4_000;

/**
 * Returns true once the screen has been unchanged for a moment. A button that has just replaced another waits for this,
 * so that a double tap on the first does not also press the second.
 */
export const useSettled = (screen: string): boolean => useUnchanged(screen, doubleTapMs);

/** While a dialog closes, the second half of the double tap that closed it presses nothing behind it. */
export function useClosingTap(): void {
  useEffect(
    () => () => {
      const swallow = (event: globalThis.MouseEvent) => {
        if (event.detail < 2) return;
        event.preventDefault();
        event.stopPropagation();
      };
      document.addEventListener('click', swallow, true);
      setTimeout(() => document.removeEventListener('click', swallow, true), doubleTapMs);
    },
    [],
  );
}

/**
 * A destructive button that needs a second tap, later than that of a double tap: whether it waits for that, and what to
 * spread on it. Any other button of the page ends the waiting, so that a tap long after it does not destroy what was done
 * in between.
 */
export function useSecondTap(act: () => void) {
  const [asking, setAsking] = useState(false);
  const settled = useSettled(String(asking));
  const button = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!asking) return;
    const disarm = () => setAsking(false);
    const onClick = ({ target }: Event) => button.current?.contains(target as Node) || disarm();
    const end = setTimeout(disarm, askingMs);
    document.addEventListener('click', onClick, true);
    return () => {
      clearTimeout(end);
      document.removeEventListener('click', onClick, true);
    };
  }, [asking]);
  const isEarly = asking && !settled;
  const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isEarly) return;
    button.current = currentTarget;
    setAsking(!asking);
    if (asking) act();
  };
  return { asking, ofButton: { onClick, 'aria-disabled': isEarly } };
}
