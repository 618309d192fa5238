import { inArray } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { competitions } from '../tables/competition.table.ts';
import { startPeriodicWork } from '../tools/periodic.work.ts';
import { createSignalListeners, type LiveSignals } from './live.signal.ts';

/** Interval of polls in ms, equal to the minimum interval between broadcasts. */
const pollMs = 200;
/** Without an answer for this long, in ms, changes count as missed. */
const patienceMs = 5_000;

/**
 * Polls the versions of the competitions followed in this process, in one statement, where notifications are not
 * available: behind a pooler in transaction mode, or on a database without LISTEN. A changed version does not say which
 * groups changed, so each signal means all.
 */
export function pollRankings(db: Database, onTrouble: (error: Error) => void, everyMs = pollMs): LiveSignals {
  const { onSignal, announce } = createSignalListeners();
  let listFollowed: () => readonly number[] = () => [];
  let versions = new Map<number, number>();
  let answeredAt = performance.now();
  let isFailing = false;

  async function poll(): Promise<void> {
    const ids = listFollowed();
    const read = ids.length === 0 ? [] : await selectVersions(ids);
    answeredAt = performance.now();
    const found = new Map(read.map(({ id, version }) => [id, version]));
    // A newly followed one may have changed since its follower read it; a missing one was deleted.
    const changed = ids.filter((id) => !found.has(id) || found.get(id) !== versions.get(id));
    versions = found;
    if (isFailing) announce();
    isFailing = false;
    for (const competition_id of changed) announce({ competition_id, groups: null });
  }

  const selectVersions = (ids: readonly number[]) =>
    db
      .select({ id: competitions.id, version: competitions.version })
      .from(competitions)
      .where(inArray(competitions.id, [...ids]));

  const rounds = startPeriodicWork({
    work: poll,
    everyMs,
    onTrouble(error) {
      if (!isFailing) onTrouble(error);
      isFailing = true;
    },
  });
  return {
    onSignal,
    watch(followed) {
      listFollowed = followed;
    },
    isReceiving: () => !isFailing && performance.now() - answeredAt < patienceMs + everyMs,
    stop: rounds.stop,
  };
}
