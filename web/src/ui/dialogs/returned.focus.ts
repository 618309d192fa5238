import { useEffect, useState } from 'react';

/** Returns the focus to what had it before a dialog opened, if it would be lost with the dialog. */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
