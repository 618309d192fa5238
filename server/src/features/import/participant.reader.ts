import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { overloaded } from '../../refusals/overload.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createTurns } from '../../tools/turns.ts';
import { startWorker } from '../../workers/worker.files.ts';
import type { ReadFile, ReadingOptions } from './participant.file.ts';
import type { ReadingAnswer, ReadingOrder } from './participant.worker.ts';
import type { ReadRankList } from './rank.list.ts';
import { maxFileBytes } from './sheet.ts';

/*
 * Reads a participant file in a worker, so that referees' requests are not blocked, with limits of memory and time: a
 * file may be broken, a zip bomb, or malicious. A worker that read a file well is reused, since starting takes longer
 * than reading; one that refused a file or failed is terminated.
 */
const maxHeapMb = 320;
const maxMilliseconds = 25_000;
/** Each worker may use the memory above; further files wait, with their bytes in memory. */
const turns = createTurns({ atOnce: 2, waiting: 100 });
/** How long an idle worker is kept, in ms. */
const keptMs = 60_000;

const kept = new Map<Worker, NodeJS.Timeout>();

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
  const endTurn = await turns.take();
  if (!endTurn) throw overloaded(10);
  try {
    return await readInWorker<Read>(order);
  } finally {
    endTurn();
  }
}

async function readInWorker<Read>(order: ReadingOrder): Promise<Read> {
  const worker = takeWorker();
  let isWell = false;
  try {
    worker.postMessage(order);
    // `once` rejects on the worker's `error` event, which reports running out of memory.
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(maxMilliseconds) })) as [
      ReadingAnswer<Read>,
    ];
    if ('refusal' in answer) throw new Refusal(answer.refusal.code, answer.refusal.details);
    isWell = true;
    return answer.read;
  } catch (error) {
    if (isOutOfBounds(error)) throw new Refusal('unsupported_file');
    throw error;
  } finally {
    if (isWell) keep(worker);
    else await worker.terminate();
  }
}

function takeWorker(): Worker {
  const [idle] = kept.keys();
  if (idle) {
    clearTimeout(kept.get(idle));
    kept.delete(idle);
    idle.ref();
    return idle;
  }
  const worker = startWorker(new URL('./participant.worker.ts', import.meta.url), {
    maxOldGenerationSizeMb: maxHeapMb,
  });
  worker.on('exit', () => kept.delete(worker));
  return worker;
}

/** Keeps a worker for the next file, without keeping the process alive. */
function keep(worker: Worker): void {
  const end = () => {
    kept.delete(worker);
    void worker.terminate();
  };
  kept.set(worker, setTimeout(end, keptMs).unref());
  worker.unref();
}

function isOutOfBounds(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
}
