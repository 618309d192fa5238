import { useSyncExternalStore } from 'react';
import { readerHere } from '../session/session.store.ts';

/* Which competitions show no steps to a reader of this device. */

const listeners = new Set<() => void>();
const keyOf = (competitionId: number) => `hidden-steps:${readerHere()}:${competitionId}`;

/** Hides the steps of a competition from this reader, or shows them again. */
export function hideSteps(competitionId: number, isHidden: boolean): void {
  if (isHidden) localStorage.setItem(keyOf(competitionId), 'yes');
  else localStorage.removeItem(keyOf(competitionId));
  for (const listener of listeners) listener();
}

/** Returns whether this reader has hidden the steps of a competition. */
export function useHidesSteps(competitionId: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(keyOf(competitionId)) !== null,
  );
}
