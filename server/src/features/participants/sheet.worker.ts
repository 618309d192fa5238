import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../http/refusal.ts';
import { readContent } from './sheet.content.ts';
import type { Sheet } from './sheet.ts';

/** What the worker is given. */
export interface SheetOrder {
  bytes: Uint8Array;
  fileName: string;
}

/** What the worker answers; errors of other kinds end it and reach the reader as they are. */
export type SheetAnswer = { sheet: Sheet } | { refusal: Pick<Refusal, 'code' | 'details'> };

function answer({ bytes, fileName }: SheetOrder): SheetAnswer {
  try {
    return { sheet: readContent(bytes, fileName) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { code: error.code, details: error.details } };
  }
}

parentPort?.postMessage(answer(workerData));
