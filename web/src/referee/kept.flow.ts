import { useCallback, useEffect, useReducer, useState } from 'react';
import { heldRunPrefix, note } from './phone.notes.ts';
import { type Flow, firstFlow, type Move, moveFlow } from './referee.flow.ts';

/** One account's flow in one zone: a run that was left on a shared phone is never sent in another's name. */
const keyOf = (user: string, competitionId: number, zoneId: number) =>
  `${heldRunPrefix}${user}-${competitionId}-${zoneId}`;

/** Reads what was kept; what cannot be read is as good as nothing, and must not keep the referee from working. */
function readKept(kept: string | null): Flow {
  try {
    return kept === null ? firstFlow : { ...firstFlow, ...(JSON.parse(kept) as Partial<Flow>) };
  } catch {
    return firstFlow;
  }
}

/** The flow of this zone on this phone, kept over a reload or a closed tab; two tabs on one zone show the same. */
export function useKeptFlow(user: string, competitionId: number, zoneId: number): [Flow, (move: Move) => void] {
  const [key] = useState(() => keyOf(user, competitionId, zoneId));
  const keep = useCallback(
    (flow: Flow, change: { move: Move } | { seen: Flow }) => {
      if ('seen' in change) return change.seen;
      const next = moveFlow(flow, change.move);
      if (next === firstFlow) localStorage.removeItem(key);
      else note(key, JSON.stringify(next));
      return next;
    },
    [key],
  );
  const [flow, change] = useReducer(keep, key, () => readKept(localStorage.getItem(key)));
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key) change({ seen: readKept(event.newValue) });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key]);
  const move = useCallback((made: Move) => change({ move: made }), []);
  return [flow, move];
}
