import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { rendererFolder } from '../../http/files/screens.ts';
import { overloaded } from '../../refusals/overload.ts';

/** Draws pictures in a worker thread, so that the main thread is not blocked. */
export interface Painter {
  /** Turns SVG into a PNG. Throws if it cannot be drawn, and `overloaded` if it still waits at the stop. */
  paint(svg: string): Promise<Buffer>;
  /** Stops after the current picture. */
  stop(): Promise<void>;
}

/** How long an idle thread is kept, in milliseconds. */
const keptMs = 60_000;
/** Time limit of a picture, including the start of the worker, in milliseconds. */
const patienceMs = 10_000;

type Answer = { png: Uint8Array } | { error: string };

/**
 * Creates a painter from the files of the build; undefined where these are missing. Pictures are drawn one at a time.
 */
export function createPainter(webRoot: string): Painter | undefined {
  const file = join(webRoot, rendererFolder, 'picture.mjs');
  if (!existsSync(file)) return undefined;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  function startWorker(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128 } });
    // A worker may fail while it is terminated; an unhandled `error` event would end the server.
    return started.on('error', () => {});
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function paint(svg: string): Promise<Buffer> {
    if (isStopped) throw overloaded();
    clearTimeout(idle);
    worker ??= startWorker();
    worker.ref();
    try {
      worker.postMessage({ id: 0, svg });
      const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(patienceMs) })) as [Answer];
      if ('error' in answer) throw new Error(answer.error);
      return Buffer.from(answer.png);
    } catch (error) {
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => void end(), keptMs);
      idle.unref();
      worker?.unref();
    }
  }

  return {
    paint(svg) {
      const painted = turn.then(() => paint(svg));
      turn = painted.catch(() => undefined);
      return painted;
    },
    async stop() {
      isStopped = true;
      await turn;
      await end();
    },
  };
}
