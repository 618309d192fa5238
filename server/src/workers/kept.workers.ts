import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { overloaded } from '../refusals/overload.ts';
import { createTurns } from '../tools/turns.ts';

/** How long an idle worker is kept, in milliseconds. */
const keptMs = 60_000;

interface Options<Answer> {
  start: () => Worker;
  /** Workers at the same time, and further orders that may wait. */
  atOnce: number;
  waiting: number;
  /** Time limit of an answer, including the start of the worker, in milliseconds. */
  patienceMs: number;
  /** Whether an answer says that the order was bad: its worker is terminated. */
  isBad: (answer: Answer) => boolean;
}

/**
 * Creates workers that take one order at a time, and answer it by one message. One that answered is kept for a while,
 * since starting takes longer than an answer; it does not keep the process alive. One that failed is terminated.
 */
export function createWorkers<Order, Answer>({ start, patienceMs, isBad, ...limits }: Options<Answer>) {
  const turns = createTurns(limits);
  const kept = new Map<Worker, NodeJS.Timeout>();
  let isStopped = false;

  function takeWorker(): Worker {
    const [idle] = kept.keys();
    if (!idle) return start().on('exit', forget);
    forget.call(idle);
    idle.ref();
    return idle;
  }

  function forget(this: Worker): void {
    clearTimeout(kept.get(this));
    kept.delete(this);
  }

  async function work(order: Order): Promise<Answer> {
    // It may have waited until the stop.
    if (isStopped) throw overloaded();
    const worker = takeWorker();
    let isWell = false;
    try {
      worker.postMessage(order);
      // `once` rejects on the worker's `error` event, which reports running out of memory.
      const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(patienceMs) });
      isWell = !isBad(answer);
      return answer;
    } finally {
      if (isWell) {
        kept.set(worker, setTimeout(() => void worker.terminate(), keptMs).unref());
        worker.unref();
      } else await worker.terminate();
    }
  }

  return {
    /** Gives an order to a worker. Throws `overloaded`, with `retryAfter` in seconds, when too many wait. */
    ask: (order: Order, retryAfter?: number): Promise<Answer> => turns.run(() => work(order), retryAfter),
    /** Stops after the current orders; those that wait are refused. */
    async stop(): Promise<void> {
      isStopped = true;
      await turns.onIdle();
      await Promise.all([...kept.keys()].map((worker) => worker.terminate()));
    },
  };
}
