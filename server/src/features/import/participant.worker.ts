import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../refusals/refusal.ts';
import { lowerPriority } from '../../workers/low.priority.ts';
import { type ReadFile, type ReadingOptions, readEntries } from './participant.file.ts';
import { type ReadRankList, readRankList } from './rank.list.ts';
import { readContent } from './sheet.content.ts';

/** The message to the worker. */
export interface ReadingOrder {
  bytes: Uint8Array;
  fileName: string;
  /** What the file lists: riders, or the ranks of a result from elsewhere. */
  of: keyof typeof readings;
  options?: ReadingOptions;
}

/** The worker's answer; other errors terminate it and reach the reader as they are. */
export type ReadingAnswer = { read: ReadFile | ReadRankList } | { refusal: Pick<Refusal, 'code' | 'details'> };

const readings = { riders: readEntries, ranks: readRankList };

lowerPriority();
// The workbook library logs harmless irregularities of files.
console.error = () => {};
// The worker reads more files: a malicious one must not pollute shared prototypes.
for (const { prototype } of [Object, Array, Function, String, Number]) Object.freeze(prototype);

async function answer({ bytes, fileName, of, options }: ReadingOrder): Promise<ReadingAnswer> {
  try {
    return { read: readings[of](await readContent(bytes, fileName), options) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: { code: error.code, details: error.details } };
  }
}

parentPort?.on('message', async (order: ReadingOrder) => parentPort?.postMessage(await answer(order)));
