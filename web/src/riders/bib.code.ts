/*
 * The code of a bib on labels and lists: short, so that it is read at arm's length in the sun. It names the competition,
 * because last year's plate may have the same number (F8).
 */

/** Returns the text of a rider's code. */
export const bibCode = (competitionId: number, dossard: number): string => `DOSSARD:${competitionId}:${dossard}`;

/** Reads a code; undefined if it is no bib's. */
export function readBibCode(text: string): { competitionId: number; dossard: number } | undefined {
  const [, competition, dossard] = /^DOSSARD:([1-9]\d{0,9}):([1-9]\d{0,9})$/.exec(text) ?? [];
  return competition && dossard ? { competitionId: Number(competition), dossard: Number(dossard) } : undefined;
}
