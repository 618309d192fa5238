/** Folds letters for search and comparison: no case, no accents, `œ` as `oe`. */
export const foldLetters = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/œ/g, 'oe').replace(/æ/g, 'ae');

export const wordsOf = (search: string) => foldLetters(search).split(/\s+/).filter(Boolean);

/** Creates the function that returns true if a text contains every word of a search. */
export function matching(search: string): (text: string) => boolean {
  const words = wordsOf(search);
  return (text) => {
    const key = foldLetters(text);
    return words.every((word) => key.includes(word));
  };
}
