import type { Database } from '../../database/client.ts';
import { type PeriodicWork, startPeriodicWork } from '../../tools/periodic.work.ts';
import { findNextRelease, releaseDue } from './held.results.ts';

/** How often to look for releases that another process was told of, in milliseconds. */
const lookMs = 30_000;
/** Shortest wait between two looks, in milliseconds: a release that fails is not repeated at once. */
const restMs = 500;

interface Needed {
  db: Database;
  clock: () => Date;
  onTrouble: (error: Error) => void;
}

/** Releases held results at their time (E12); every process does, and the first one wins. */
export function startReleases({ db, clock, onTrouble }: Needed): PeriodicWork {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const periodic = startPeriodicWork({
    async work() {
      await releaseDue(db, clock());
      const next = await findNextRelease(db);
      clearTimeout(timer);
      const inMs = next ? next.getTime() - clock().getTime() : Number.POSITIVE_INFINITY;
      if (inMs < lookMs) timer = setTimeout(() => void periodic.runNow(), Math.max(restMs, inMs)).unref();
    },
    everyMs: lookMs,
    onTrouble,
  });
  return {
    async runNow() {
      await periodic.runNow();
      // The first may have been under way, and have read before the new time was set.
      await periodic.runNow();
    },
    async stop() {
      await periodic.stop();
      clearTimeout(timer);
    },
  };
}
