/** Where a run is in its competition: its bib, and its number there. */
export interface RunPlace {
  dossard: number;
  run_number: number;
}

/** Returns the key of a run within its competition, `12/3`, as in the history. */
export const runKey = ({ dossard, run_number }: RunPlace): string => `${dossard}/${run_number}`;

/** Parses a key of `runKey`. */
export function parseRunKey(key: string): RunPlace {
  const [dossard = 0, run_number = 0] = key.split('/').map(Number);
  return { dossard, run_number };
}

/** Returns the rider's key, their bib as text, from the key of a run or of the rider. */
export const riderOfKey = (key: string): string => key.split('/', 1)[0] ?? '';
