import { parentPort } from 'node:worker_threads';
import type { Language } from '@dossard/contract/language/language.ts';
import type { Sheet } from '../../workbook/sheet.ts';
import { writeBook } from '../../workbook/workbook.ts';
import { lowerPriority } from '../../workers/low.priority.ts';
import { groupRiders, type Results, withRuns } from './export.groups.ts';
import type { ResultsFrame, ResultsRider, ResultsRun, ResultsSlice } from './export.store.ts';
import { rankingSheet } from './ranking.sheet.ts';
import { resultsWords } from './results.words.ts';
import { runsSheet } from './runs.sheet.ts';

/** The messages to the worker: slices, then the frame and the language of the file. */
export type ResultsMessage = ResultsSlice | { frame: ResultsFrame; language: Language };

lowerPriority();
const riders: ResultsRider[] = [];
const runs: ResultsRun[] = [];

async function onMessage(message: ResultsMessage): Promise<void> {
  if ('riders' in message) riders.push(...message.riders);
  else if ('runs' in message) runs.push(...message.runs);
  else {
    const file = await writeBook(buildSheets({ ...message.frame, riders, runs }, message.language));
    // Copied, because a small buffer shares its memory with others, which would be transferred too.
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
  }
}

/** Builds the sheets of the results file: a ranking per group, then all runs. Without riders, the first one says so. */
function buildSheets(results: Results, language: Language): Sheet[] {
  const wordFor = resultsWords(language);
  const riders = withRuns(results);
  const rankings = groupRiders(riders, results.groups).map((group) => rankingSheet(group, results, wordFor));
  const nobody = { name: wordFor('results'), columns: [{ heading: wordFor('nobody'), width: 40 }], rows: [] };
  return [...(rankings.length > 0 ? rankings : [nobody]), runsSheet(riders, results, wordFor)];
}

parentPort?.on('message', onMessage);
