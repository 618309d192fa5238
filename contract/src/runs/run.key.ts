/** Names a run within its competition by bib and run number, `12/3`, as the history and its entries do. */
export const runKey = ({ dossard, run_number }: { dossard: number; run_number: number }): string =>
  `${dossard}/${run_number}`;

/** Reads what `runKey` wrote. */
export function parseRunKey(key: string): { dossard: number; run_number: number } {
  const [dossard = 0, run_number = 0] = key.split('/').map(Number);
  return { dossard, run_number };
}

/** Reads the key of the rider, their bib as text, from the key of a run or of the rider. */
export const riderOfKey = (key: string): string => key.split('/', 1)[0] ?? '';
