import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../http/refusal.ts';
import { typescriptLoader } from '../../workers/typescript.loader.ts';
import { maxFileBytes, type Sheet } from './sheet.ts';
import type { SheetAnswer, SheetOrder } from './sheet.worker.ts';

/*
 * Reads a participant file away from the thread that answers referees, within a limit of memory and of time: a file
 * from outside may be broken, enormous when unzipped, or made to harm.
 */
const maxHeapMb = 320;
const maxMilliseconds = 15_000;
/** Each reader may use the memory above; further files wait. */
const maxReaders = 2;

let readers = 0;
const waiting: (() => void)[] = [];

/** Reads the first sheet with data of a csv, xlsx or xls file. Throws `unsupported_file` or `file_too_large`. */
export async function readSheet(bytes: Uint8Array, fileName: string): Promise<Sheet> {
  if (bytes.byteLength > maxFileBytes) throw new Refusal('file_too_large');
  if (readers === maxReaders) await new Promise<void>((resolve) => waiting.push(resolve));
  else readers += 1;
  try {
    return await readInWorker({ bytes, fileName });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else readers -= 1;
  }
}

async function readInWorker(order: SheetOrder): Promise<Sheet> {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), {
    workerData: order,
    execArgv: ['--import', typescriptLoader],
    // The workbook library grumbles on the console about files that are slightly wrong; nobody can act on it.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  // A worker may still fail while it is being ended, when nobody listens any more: that would end the server too.
  worker.on('error', () => {});
  try {
    // `once` rejects on the worker's `error`, which is how running out of memory shows.
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(maxMilliseconds) });
    return sheetOf(answer);
  } catch (error) {
    if (isOutOfBounds(error)) throw new Refusal('unsupported_file');
    throw error;
  } finally {
    await worker.terminate();
  }
}

function sheetOf(answer: SheetAnswer): Sheet {
  if ('refusal' in answer) throw new Refusal(answer.refusal.code, answer.refusal.details);
  return answer.sheet;
}

function isOutOfBounds(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
