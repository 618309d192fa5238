import { foldLetters, wordsOf } from '@dossard/contract/text/search.words.ts';

/** Finds the riders whose bib number begins with the search, or whose text contains every word of it. */
export function searchRiders<R>(
  riders: readonly R[],
  search: string,
  { dossard, text }: { dossard: (rider: R) => number; text: (rider: R) => string },
): R[] {
  const words = wordsOf(search);
  return riders.filter((rider) => {
    const sought = foldLetters(text(rider));
    return words.every((word) =>
      /^\d+$/.test(word) ? String(dossard(rider)).startsWith(word) : sought.includes(word),
    );
  });
}
