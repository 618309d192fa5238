import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../refusals/refusal.ts';
import { stepBack } from '../../workers/low.priority.ts';
import { type ReadFile, readEntries } from './participant.file.ts';
import { readContent } from './sheet.content.ts';

/** What the worker is given. */
export interface ReadingOrder {
  bytes: Uint8Array;
  fileName: string;
}

/** What the worker answers; errors of other kinds end it and reach the reader as they are. */
export type ReadingAnswer = { read: ReadFile } | { refusal: Pick<Refusal, 'code' | 'details'> };

stepBack();
// The workbook library logs harmless irregularities of files.
console.error = () => {};
// Other files follow: what one of them says must not become a property of everything.
for (const { prototype } of [Object, Array, Function, String, Number]) Object.freeze(prototype);

function answer({ bytes, fileName }: ReadingOrder): ReadingAnswer {
  try {
    return { read: readEntries(readContent(bytes, fileName)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { code: error.code, details: error.details } };
  }
}

parentPort?.on('message', (order: ReadingOrder) => parentPort?.postMessage(answer(order)));
