import { type Language, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';

export type ResultsWord = Parameters<typeof m.results_word>[0]['word'];

/** Returns a function that looks up words of files of results in one language, the same as those of screens. */
export function resultsWords(language: Language): (word: ResultsWord) => string {
  return (word) => say(m.results_word, { word }, language);
}
