import { pauseBeforeAsking } from '@dossard/contract/places/pace.ts';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { reasonOf } from '../../backup/backup.error.ts';
import type { Database } from '../../database/client.ts';
import type { LiveSignals } from '../../live/live.signal.ts';
import { places } from '../../tables/place.tables.ts';
import { startPeriodicWork } from '../../tools/periodic.work.ts';
import { exchangeOnce } from './exchange.step.ts';
import { endUnusedPlaces } from './unused.places.ts';

/** Interval of the search for shared competitions, in milliseconds. */
const pollMs = 1_000;

/** Interval of the search for pairings that were never used, in milliseconds. */
const unusedPollMs = 3_600_000;

/** Messages to one installation in a row before others get their turn: it may say for ever that it has more (Y10). */
const burst = 30;

interface Courier {
  db: Database;
  clock: () => Date;
  signals: LiveSignals;
  /** Called once when the exchange of a competition starts to fail, and once when it works again. */
  report: (sentence: string) => void;
}

interface Way {
  due: number;
  failures: number;
  isUnderWay: boolean;
}

/** Sends messages to the installations that this one calls, as soon as something changes, until it is stopped (Y3). */
export function startCourier({ db, clock, signals, report }: Courier): { stop(): Promise<void> } {
  const ways = new Map<number, Way>();
  const carried = new Set<Promise<void>>();
  let isStopped = false;
  let unusedDue = 0;
  const leave = signals.onSignal((signal) => {
    const way = signal && ways.get(signal.competition_id);
    // While the exchange fails, changes wait for the next retry.
    if (way && way.failures === 0) way.due = 0;
  });

  async function carry(competitionId: number, way: Way): Promise<void> {
    way.isUnderWay = true;
    try {
      let hasMore = true;
      for (let sent = 0; hasMore && sent < burst && !isStopped; sent += 1) {
        hasMore = await exchangeOnce(db, clock, competitionId);
        if (way.failures > 0) report(`Competition ${competitionId} is exchanged again.`);
        way.failures = 0;
      }
      way.due = Date.now() + pauseBeforeAsking(0, false, 0);
    } catch (error) {
      if (way.failures === 0) report(`Competition ${competitionId} is not exchanged: ${reasonOf(error)}`);
      way.failures += 1;
      way.due = Date.now() + pauseBeforeAsking(way.failures, true, Math.random());
    } finally {
      way.isUnderWay = false;
    }
  }

  async function poll(): Promise<void> {
    if (Date.now() >= unusedDue) {
      unusedDue = Date.now() + unusedPollMs;
      await endUnusedPlaces(db, clock());
    }
    const shared = await db
      .select({ id: places.competition_id })
      .from(places)
      .where(and(isNotNull(places.other_url), or(isNull(places.ended), eq(places.ended, 'here'))));
    for (const { id } of shared) {
      const way = ways.get(id) ?? { due: 0, failures: 0, isUnderWay: false };
      ways.set(id, way);
      if (way.isUnderWay || way.due > Date.now() || isStopped) continue;
      const work: Promise<void> = carry(id, way).finally(() => carried.delete(work));
      carried.add(work);
    }
  }

  const onTrouble = (error: Error) => report(`Shared competitions wait: ${reasonOf(error)}`);
  const rounds = startPeriodicWork({ work: poll, everyMs: pollMs, onTrouble });
  return {
    async stop() {
      isStopped = true;
      leave();
      await rounds.stop();
      await Promise.all(carried);
    },
  };
}
