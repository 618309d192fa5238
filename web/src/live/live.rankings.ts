import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Query } from '@tanstack/react-query';
import { type LiveReads, useLive } from './live.ts';

/** Readers refetch the ranking spread over this time instead of all at the same moment; in milliseconds. */
const spreadMs = 500;

const rankings: LiveReads = {
  changed: (events, id) => ({ predicate: (query) => events.some((event) => isOutdated(query, id, event)) }),
  delayMs: () => Math.random() * spreadMs,
};

/** Follows a competition's rankings while the page is visible; returns whether a stream is open. */
export const useLiveRankings = (competitionId: number): boolean => useLive(competitionId, rankings);

/** Returns true for a ranking that was read before this change of its group. */
function isOutdated({ queryKey, state }: Query, competitionId: number, { groups, version }: LiveEvent): boolean {
  const [kind, reader, id, category, gender] = queryKey;
  return (
    kind === 'ranking' &&
    id === competitionId &&
    // The page may already have been rendered with this version.
    !(versionOf(state.data) >= version) &&
    (reader === 'rider' || groups.some((group) => group.category === category && group.gender === gender))
  );
}

/** Returns the version that a ranking was read at; NaN if it has none. */
const versionOf = (data: unknown) => (data as { version?: number } | undefined)?.version ?? Number.NaN;
