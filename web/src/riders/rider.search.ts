/** Normalises a word for search: no case, no accents. */
const soughtKey = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae');

/** Finds the riders whose bib number begins so, or whose text holds every word of the search. */
export function searchRiders<R>(
  riders: readonly R[],
  search: string,
  { dossard, text }: { dossard: (rider: R) => number; text: (rider: R) => string },
): R[] {
  const words = soughtKey(search).split(/\s+/).filter(Boolean);
  return riders.filter((rider) => {
    const sought = soughtKey(text(rider));
    return words.every((word) =>
      /^\d+$/.test(word) ? String(dossard(rider)).startsWith(word) : sought.includes(word),
    );
  });
}
