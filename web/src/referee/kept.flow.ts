import { useCallback, useReducer, useState } from 'react';
import { knownUser } from '../session/session.keeper.ts';
import { type Flow, firstFlow, type Move, moveFlow } from './referee.flow.ts';

/** One account's flow in one zone: a run that was left on a shared phone is never sent in another's name. */
const keyOf = (competitionId: number, zoneId: number) => `referee-flow-${knownUser()}-${competitionId}-${zoneId}`;

function readKept(key: string): Flow {
  const flow = { ...firstFlow, ...parseKept(localStorage.getItem(key)) };
  // What was being sent when the page went away may or may not have arrived: sending it again tells, and is safe.
  return flow.step === 'success' && flow.delivery.state === 'confirmed' ? firstFlow : flow;
}

/** Reads what was kept; what cannot be read is as good as nothing, and must not keep the referee from working. */
function parseKept(kept: string | null): Partial<Flow> {
  try {
    return kept === null ? {} : (JSON.parse(kept) as Partial<Flow>);
  } catch {
    return {};
  }
}

/** The flow of this zone on this phone, kept over a reload or a closed tab. */
export function useKeptFlow(competitionId: number, zoneId: number): [Flow, (move: Move) => void] {
  const [key] = useState(() => keyOf(competitionId, zoneId));
  const keep = useCallback(
    (flow: Flow, move: Move) => {
      const next = moveFlow(flow, move);
      if (next === firstFlow) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
      return next;
    },
    [key],
  );
  return useReducer(keep, key, readKept);
}
