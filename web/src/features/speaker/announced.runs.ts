import type { Speech } from '@dossard/contract/speaker/speech.schema.ts';
import { useState } from 'react';

/*
 * What was read out, on this device alone: two speakers at two loudspeakers have two audiences, and what one has said the
 * others have not heard.
 */

/** Runs that are remembered at most; the page shows fewer. */
const mostKept = 200;
const keyOf = (competitionId: number) => `announced-${competitionId}`;

export const runOfSpeech = ({ dossard, run_number }: Pick<Speech, 'dossard' | 'run_number'>) =>
  `${dossard} ${run_number}`;

function readAnnounced(competitionId: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(competitionId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the runs that were read out on this device, and what ticks one or takes the tick back. */
export function useAnnounced(competitionId: number): [ReadonlySet<string>, (run: string) => void] {
  const [announced, setAnnounced] = useState(() => readAnnounced(competitionId));
  function toggle(run: string) {
    // Read anew: another tab may have ticked since.
    const before = readAnnounced(competitionId);
    const after = before.includes(run) ? before.filter((one) => one !== run) : [run, ...before].slice(0, mostKept);
    setAnnounced(after);
    try {
      localStorage.setItem(keyOf(competitionId), JSON.stringify(after));
    } catch (error) {
      console.error('This device keeps no ticks:', error);
    }
  }
  return [new Set(announced), toggle];
}
