import { basename } from 'node:path';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** A package holds this file and the workers as JavaScript, side by side in one folder (`packaging/src/bundle.ts`). */
const isBundled = import.meta.url.endsWith('.js');

/** Starts a worker from the address of its source, or from the file that a package has instead. */
export function startWorker(source: URL, resourceLimits: ResourceLimits): Worker {
  if (!isBundled) return new Worker(source, { execArgv: ['--import', typescriptLoader()], resourceLimits });
  const file = basename(source.pathname).replace(/\.ts$/, '.js');
  return new Worker(new URL(`./${file}`, import.meta.url), { resourceLimits });
}

/** A worker does not inherit the loader that lets Node read TypeScript, and `--import tsx` skips workers on Node 20. */
const typescriptLoader = () =>
  `data:text/javascript,${encodeURIComponent(
    `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; register();`,
  )}`;
