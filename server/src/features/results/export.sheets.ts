import type { Language } from '@dossard/contract/language/language.ts';
import type { Sheet } from '../../workbook/sheet.ts';
import { groupRiders, type Results, withRuns } from './export.groups.ts';
import { rankingSheet } from './ranking.sheet.ts';
import { resultsWords } from './results.words.ts';
import { runsSheet } from './runs.sheet.ts';

/** Builds the sheets of the results file: a ranking per group, then all runs. Without riders, the first one says so. */
export function resultsSheets(results: Results, language: Language): Sheet[] {
  const wordFor = resultsWords(language);
  const riders = withRuns(results);
  const rankings = groupRiders(riders, results.groups).map((group) => rankingSheet(group, results, wordFor));
  const nobody = { name: wordFor('results'), columns: [{ heading: wordFor('nobody'), width: 40 }], rows: [] };
  return [...(rankings.length > 0 ? rankings : [nobody]), runsSheet(riders, results, wordFor)];
}
