import { parentPort } from 'node:worker_threads';
import type { Language } from '@dossard/contract/language/language.ts';
import { writeBook } from '../../workbook/workbook.ts';
import { lowerPriority } from '../../workers/low.priority.ts';
import { resultsSheets } from './export.sheets.ts';
import type { ResultsFrame, ResultsRider, ResultsRun, ResultsSlice } from './export.store.ts';

/** The messages to the worker: slices, then the frame and the language of the file. */
export type ResultsMessage = ResultsSlice | { frame: ResultsFrame; language: Language };

lowerPriority();
const riders: ResultsRider[] = [];
const runs: ResultsRun[] = [];

async function onMessage(message: ResultsMessage): Promise<void> {
  if ('riders' in message) riders.push(...message.riders);
  else if ('runs' in message) runs.push(...message.runs);
  else {
    const file = await writeBook(resultsSheets({ ...message.frame, riders, runs }, message.language));
    // Copied, because a small buffer shares its memory with others, which would be transferred too.
    const bytes = new Uint8Array(file);
    parentPort?.postMessage(bytes, [bytes.buffer]);
  }
}

parentPort?.on('message', onMessage);
