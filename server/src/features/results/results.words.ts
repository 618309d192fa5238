import { type Language, say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';

type ResultsWord = Parameters<typeof m.results_word>[0]['word'];

export type WordFor = (word: ResultsWord) => string;

/** Returns a function that looks up words of files of results in one language, the same as those of screens. */
export function resultsWords(language: Language): WordFor {
  return (word) => say(m.results_word, { word }, language);
}
