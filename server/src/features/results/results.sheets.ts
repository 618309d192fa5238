import type { Language } from '@dossard/contract/language/language.ts';
import { rankingSheet } from './ranking.sheet.ts';
import { groupRiders, type Results, withRuns } from './results.groups.ts';
import { resultsWords } from './results.words.ts';
import { runsSheet } from './runs.sheet.ts';
import type { ResultsSheet } from './sheet.cells.ts';
import { sheetNames } from './sheet.names.ts';

/** Builds the sheets of the results file: a ranking per group, then all runs. Without riders, the first one says so. */
export function resultsSheets(results: Results, language: Language): ResultsSheet[] {
  const wordFor = resultsWords(language);
  const riders = withRuns(results);
  const rankings = groupRiders(riders, results.groups).map((group) => rankingSheet(group, results, wordFor));
  const nobody = { name: wordFor('results'), columns: [{ heading: wordFor('nobody'), width: 40 }], rows: [] };
  const sheets = [...(rankings.length > 0 ? rankings : [nobody]), runsSheet(riders, results, wordFor)];
  const names = sheetNames(sheets.map(({ name }) => name));
  return sheets.map((sheet, index) => ({ ...sheet, name: names[index] ?? sheet.name }));
}
