import { useCallback, useEffect, useReducer, useState } from 'react';
import { readMoment } from '../../device/clock.ts';
import { note } from '../../device/notes.ts';
import { heldRunPrefix } from '../phone/phone.notes.ts';
import { type Flow, firstFlow, type Move, moveFlow } from './referee.flow.ts';
import { adoptTimer } from './run.timer.ts';

/** Storage key of one account's flow in one zone: on a shared phone a run is never sent in another account's name. */
const flowKey = (user: string, competitionId: number, zoneId: number) =>
  `${heldRunPrefix}${user}-${competitionId}-${zoneId}`;

/** Parses a stored flow; an unreadable one is reset, so that the referee can work. */
function readKept(kept: string | null): Flow {
  if (kept === null) return firstFlow;
  try {
    const flow = { ...firstFlow, ...(JSON.parse(kept) as Partial<Flow>) };
    return { ...flow, timer: adoptTimer(flow.timer, readMoment()) };
  } catch {
    return firstFlow;
  }
}

/**
 * Returns the flow of this zone on this phone. It survives a reload or a closed tab; two tabs on one zone show the
 * same.
 */
export function useKeptFlow(user: string, competitionId: number, zoneId: number): [Flow, (move: Move) => void] {
  const [key] = useState(() => flowKey(user, competitionId, zoneId));
  const keep = useCallback(
    (flow: Flow, change: { move: Move } | { seen: Flow }) => {
      if ('seen' in change) return change.seen;
      const next = moveFlow(flow, change.move);
      note(key, next === firstFlow ? undefined : JSON.stringify(next));
      return next;
    },
    [key],
  );
  const [flow, change] = useReducer(keep, key, () => readKept(localStorage.getItem(key)));
  useEffect(() => {
    // The stored flow, not the event's: two tabs that move at once would each take the step that the other has left.
    const look = () => change({ seen: readKept(localStorage.getItem(key)) });
    const follow = (event: StorageEvent) => {
      if (event.key === key) look();
    };
    window.addEventListener('storage', follow);
    // Another tab may have moved since the first render.
    look();
    return () => window.removeEventListener('storage', follow);
  }, [key]);
  const move = useCallback((made: Move) => change({ move: made }), []);
  return [flow, move];
}
