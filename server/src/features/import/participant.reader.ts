import { Refusal } from '../../refusals/refusal.ts';
import { createWorkers } from '../../workers/kept.workers.ts';
import { startWorker } from '../../workers/worker.files.ts';
import type { ReadFile, ReadingOptions } from './participant.file.ts';
import type { ReadingAnswer, ReadingOrder } from './participant.worker.ts';
import type { ReadRankList } from './rank.list.ts';
import { maxFileBytes } from './sheet.ts';

/*
 * Reads a participant file in a worker, so that referees' requests are not blocked, with limits of memory and time: a
 * file may be broken, a zip bomb, or malicious. A worker that refused a file is not used again.
 */
const maxHeapMb = 320;

const workers = createWorkers<ReadingOrder, ReadingAnswer>({
  start: () => startWorker(new URL('./participant.worker.ts', import.meta.url), { maxOldGenerationSizeMb: maxHeapMb }),
  /** Each worker may use the memory above; further files wait, with their bytes in memory. */
  atOnce: 2,
  waiting: 100,
  patienceMs: 25_000,
  isBad: (answer) => 'refusal' in answer,
});

/**
 * Reads the riders of all lists in a file. Throws `unsupported_file`, `file_too_large`,
 * or `overloaded` when too many files wait.
 */
export const readParticipantFile = (
  bytes: Uint8Array,
  fileName: string,
  options: ReadingOptions = {},
): Promise<ReadFile> => readInTurn({ bytes, fileName, of: 'riders', options });

/** Reads the ranks of all lists in a file; throws as `readParticipantFile` does. */
export const readRankFile = (bytes: Uint8Array, fileName: string): Promise<ReadRankList> =>
  readInTurn({ bytes, fileName, of: 'ranks' });

async function readInTurn<Read>(order: ReadingOrder): Promise<Read> {
  if (order.bytes.byteLength > maxFileBytes) throw new Refusal('file_too_large');
  const answer = await workers.ask(order, 10).catch((error) => {
    throw isOutOfBounds(error) ? new Refusal('unsupported_file') : error;
  });
  if ('refusal' in answer) throw new Refusal(answer.refusal.code, answer.refusal.details);
  return answer.read as Read;
}

function isOutOfBounds(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
