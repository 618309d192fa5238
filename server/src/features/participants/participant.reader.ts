import { Tinypool } from 'tinypool';
import { Refusal } from '../../http/refusal.ts';
import { typescriptLoader } from '../../workers/typescript.loader.ts';
import type { ReadFile } from './participant.file.ts';
import type { ReadingAnswer, ReadingOrder } from './participant.worker.ts';
import { maxFileBytes } from './sheet.ts';

/*
 * Reads a participant file away from the thread that answers referees, within a limit of memory and of time: a file
 * from outside may be broken, enormous when unzipped, or made to harm. A worker that such a file broke is replaced.
 */
const maxHeapMb = 320;
const maxMilliseconds = 15_000;
/** Each worker may use the memory above; further files wait. One that nobody needs for so long is ended. */
const maxReaders = 2;
const idleMs = 60_000;

const readers = new Tinypool({
  filename: new URL('./participant.worker.ts', import.meta.url).href,
  execArgv: ['--import', typescriptLoader],
  resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  minThreads: 0,
  maxThreads: maxReaders,
  idleTimeout: idleMs,
});

let underWay = 0;

/**
 * Reads the riders of the first sheet with data of a csv, xlsx or xls file. Throws `unsupported_file`, `file_too_large`, or
 * `overloaded` when its time went by in waiting for others.
 */
export async function readParticipantFile(bytes: Uint8Array, fileName: string): Promise<ReadFile> {
  if (bytes.byteLength > maxFileBytes) throw new Refusal('file_too_large');
  const waits = underWay >= maxReaders;
  underWay += 1;
  try {
    const order: ReadingOrder = { bytes, fileName };
    return fileOf(await readers.run(order, { signal: AbortSignal.timeout(maxMilliseconds) }));
  } catch (error) {
    if (!isOutOfBounds(error)) throw error;
    throw waits && error.name === 'AbortError'
      ? new Refusal('overloaded', { retryAfter: 5 })
      : new Refusal('unsupported_file');
  } finally {
    underWay -= 1;
  }
}

function fileOf(answer: ReadingAnswer): ReadFile {
  if ('refusal' in answer) throw new Refusal(answer.refusal.code, answer.refusal.details);
  return answer.read;
}

function isOutOfBounds(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
