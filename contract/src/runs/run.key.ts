/** Returns the key of a run within its competition, bib and run number, `12/3`, as in the history. */
export const runKey = ({ dossard, run_number }: { dossard: number; run_number: number }): string =>
  `${dossard}/${run_number}`;

/** Parses a key of `runKey`. */
export function parseRunKey(key: string): { dossard: number; run_number: number } {
  const [dossard = 0, run_number = 0] = key.split('/').map(Number);
  return { dossard, run_number };
}

/** Returns the rider's key, their bib as text, from the key of a run or of the rider. */
export const riderOfKey = (key: string): string => key.split('/', 1)[0] ?? '';
