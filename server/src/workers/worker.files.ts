import { basename } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** In a build, this file and the workers are JavaScript files in one folder (`server/bundle.js`). */
const isBundled = import.meta.url.endsWith('.js');

/*
 * Piscina does not fit: it counts a task's time from when it is queued, sends a worker one message per task where
 * results arrive in slices, and keeps a worker whose file was refused.
 */

/** Starts a worker from the URL of its source, or from the corresponding file of a package. */
export function startWorker(source: URL, resourceLimits: ResourceLimits): Worker {
  const file = isBundled ? new URL(basename(source.pathname).replace(/\.ts$/, '.js'), import.meta.url) : source;
  const worker = new Worker(file, { resourceLimits });
  // A worker may fail while it is terminated; an unhandled `error` event would crash the server.
  worker.on('error', () => {});
  return worker;
}
