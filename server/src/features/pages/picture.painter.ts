import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { rendererFolder } from '../../http/files/screens.ts';
import { createWorkers } from '../../workers/kept.workers.ts';

type Answer = { png: Uint8Array } | { error: string };

/**
 * Creates a painter from the files of the build, which turns SVG into PNG in a worker thread, so that the main thread is
 * not blocked; undefined where these files are missing. Pictures are drawn one at a time.
 */
export function createPainter(webRoot: string) {
  const file = join(webRoot, rendererFolder, 'picture.mjs');
  if (!existsSync(file)) return undefined;
  const workers = createWorkers<{ svg: string }, Answer>({
    // A worker may fail while it is terminated; an unhandled `error` event would end the server.
    start: () => new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 128 } }).on('error', () => {}),
    atOnce: 1,
    waiting: 50,
    patienceMs: 10_000,
    isBad: (answer) => 'error' in answer,
  });
  return {
    /** Throws if it cannot be drawn, and `overloaded` if too many wait, or at the stop. */
    async paint(svg: string): Promise<Buffer> {
      const answer = await workers.ask({ svg });
      if ('error' in answer) throw new Error(answer.error);
      return Buffer.from(answer.png);
    },
    /** Stops after the current picture. */
    stop: workers.stop,
  };
}
