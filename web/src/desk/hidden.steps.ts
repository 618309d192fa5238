import { useSyncExternalStore } from 'react';
import { createListeners } from '../device/listeners.ts';
import { note } from '../device/notes.ts';
import { readerHere } from '../session/session.store.ts';

/* Which competitions show no steps to a reader of this device. */

const { subscribe, notify } = createListeners();
const hiddenStepsKey = (competitionId: number) => `hidden-steps:${readerHere()}:${competitionId}`;

/** Hides the steps of a competition from this reader, or shows them again. */
export function hideSteps(competitionId: number, isHidden: boolean): void {
  note(hiddenStepsKey(competitionId), isHidden ? 'yes' : undefined);
  notify();
}

/** Returns whether this reader has hidden the steps of a competition. */
export function useHidesSteps(competitionId: number): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(hiddenStepsKey(competitionId)) !== null);
}
