/** Normalises a word for search: no case, no accents. */
const soughtKey = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae');

const wordsOf = (search: string) => soughtKey(search).split(/\s+/).filter(Boolean);

/** Returns true if a text contains every word of a search. */
export const hasWords = (text: string, search: string): boolean =>
  wordsOf(search).every((word) => soughtKey(text).includes(word));

/** Finds the riders whose bib number begins with the search, or whose text contains every word of it. */
export function searchRiders<R>(
  riders: readonly R[],
  search: string,
  { dossard, text }: { dossard: (rider: R) => number; text: (rider: R) => string },
): R[] {
  const words = wordsOf(search);
  return riders.filter((rider) => {
    const sought = soughtKey(text(rider));
    return words.every((word) =>
      /^\d+$/.test(word) ? String(dossard(rider)).startsWith(word) : sought.includes(word),
    );
  });
}
