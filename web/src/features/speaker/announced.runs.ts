import type { Speech } from '@dossard/contract/speaker/speech.schema.ts';
import { useState } from 'react';
import { note, readNote } from '../../device/notes.ts';

/*
 * Runs that were read out, stored only on this device: two speakers have two audiences, and neither has heard the
 * other.
 */

/** Maximum number of stored runs; the page shows fewer. */
const mostKept = 200;
const announcedKey = (competitionId: number) => `announced-${competitionId}`;

export const runOfSpeech = ({ dossard, run_number }: Pick<Speech, 'dossard' | 'run_number'>) =>
  `${dossard} ${run_number}`;

function readAnnounced(competitionId: number): string[] {
  const kept = readNote(announcedKey(competitionId));
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

/** Returns the runs that were read out on this device, and a function that ticks or unticks one. */
export function useAnnounced(competitionId: number): [ReadonlySet<string>, (run: string) => void] {
  const [announced, setAnnounced] = useState(() => readAnnounced(competitionId));
  function toggle(run: string) {
    // Read again: another tab may have changed the ticks.
    const before = readAnnounced(competitionId);
    const after = before.includes(run) ? before.filter((one) => one !== run) : [run, ...before].slice(0, mostKept);
    setAnnounced(after);
    note(announcedKey(competitionId), JSON.stringify(after));
  }
  return [new Set(announced), toggle];
}
