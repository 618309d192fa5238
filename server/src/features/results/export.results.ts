import { once } from 'node:events';
import type { Language } from '@dossard/contract/language/language.ts';
import type { Database } from '../../database/client.ts';
import { overloaded } from '../../refusals/overload.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createTurns } from '../../tools/turns.ts';
import { startWorker } from '../../workers/worker.files.ts';
import { streamResults } from './export.store.ts';
import type { ResultsMessage } from './export.worker.ts';

/*
 * Builds the results file in a worker, so that referees' requests are not blocked, with limits of memory and time; one
 * at a time, because each may need all of that memory.
 */
const maxHeapMb = 160;
const maxYoungHeapMb = 16;
/** Browsers time out after this, in milliseconds (O3). */
const maxMilliseconds = 30_000;

/** The competition and the language of an export. */
export interface ResultsOrder {
  competition_id: number;
  language: Language;
}

const turns = createTurns({ atOnce: 1, waiting: 100 });

/**
 * Builds the results of a competition as an xlsx file, in the order of the requests; `left` aborts when the client
 * disconnected. Throws `overloaded` when it is not built in time, or too many wait.
 */
export const buildResults = (db: Database, order: ResultsOrder, left: AbortSignal): Promise<Uint8Array> =>
  turns.run(async () => {
    const signal = AbortSignal.any([left, AbortSignal.timeout(maxMilliseconds)]);
    try {
      signal.throwIfAborted();
      return await buildInWorker(db, order, signal);
    } catch (error) {
      // A disconnected client does not count as overload.
      if (left.aborted) throw new Refusal('overloaded', { retryAfter: 10 });
      if (signal.aborted) throw overloaded(10);
      throw error;
    }
  }, 10);

async function buildInWorker(db: Database, order: ResultsOrder, signal: AbortSignal): Promise<Uint8Array> {
  const worker = startWorker(new URL('./export.worker.ts', import.meta.url), {
    maxOldGenerationSizeMb: maxHeapMb,
    maxYoungGenerationSizeMb: maxYoungHeapMb,
  });
  const send = (message: ResultsMessage) => {
    signal.throwIfAborted();
    worker.postMessage(message);
  };
  const sendAll = async () => {
    const frame = await streamResults(db, order.competition_id, send);
    send({ frame, language: order.language });
  };
  try {
    // `once` rejects on the worker's `error` event, which reports running out of memory.
    const [[file]] = await Promise.all([once(worker, 'message', { signal }), sendAll()]);
    return file;
  } finally {
    await worker.terminate();
  }
}
