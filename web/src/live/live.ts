import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { combineReads } from './combined.reads.ts';

/*
 * Pages that update themselves: the server streams which groups changed at which version, and the page reads what has
 * changed. Without the stream it polls.
 */

/** How long after an event rankings are read at its version, in milliseconds. */
const announcedMs = 3_000;

/** The last version that the stream of each competition announced, and when; absent where none is open. */
const announced = new Map<number, { version: number; at: number }>();

/**
 * Returns the version at which to read a ranking just after an event, so that caches can serve many readers. Undefined
 * for every later read: caches keep the answer of a version for long, so polling it would not notice a dead stream.
 */
export function liveVersion(competitionId: number): number | undefined {
  const last = announced.get(competitionId);
  return last && Date.now() - last.at < announcedMs ? last.version : undefined;
}

/** What a page refetches after events. */
export interface LiveReads {
  /** Returns the queries that these events of a competition have changed. */
  changed: (events: readonly LiveEvent[], competitionId: number) => QueryFilters;
  /** Returns the delay between an event and the refetch, in milliseconds. */
  delayMs: () => number;
}

/**
 * Follows a competition while the page is visible, and refetches what has changed; returns whether a stream is open.
 * Without a competition there is no stream. `reads` must be the same object at each call; `address` is given where the
 * reader may not follow the competition itself.
 */
export function useLive(
  competitionId: number | null,
  reads: LiveReads,
  address = `/api/competitions/${competitionId}/live`,
): boolean {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (competitionId === null || Number.isNaN(competitionId)) return;
    let events: LiveEvent[] = [];
    const refetching = combineReads(() => {
      const filters = reads.changed(events, competitionId);
      events = [];
      return refetchChanged(queryClient, filters);
    }, reads.delayMs);
    let isFollowed = true;
    let end = () => {};
    // Loaded after the page: it can be read before it follows anything.
    void import('./kept.stream.ts').then((it) => {
      if (!isFollowed) return;
      end = it.keepStream({
        address: () => address,
        onEvent(event) {
          announced.set(competitionId, { version: event.version, at: Date.now() });
          setIsLive(true);
          events.push(event);
          refetching.request();
        },
        onLost() {
          announced.delete(competitionId);
          setIsLive(false);
        },
      });
    });
    return () => {
      isFollowed = false;
      end();
      refetching.end();
    };
  }, [competitionId, queryClient, reads, address]);
  return isLive;
}

/**
 * Refetches the matching queries that a page shows. A refetch only joins the first load of a query, which may have begun
 * before the change, so then it refetches once more.
 */
async function refetchChanged(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const loading = queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await queryClient.invalidateQueries(filters);
  if (loading.some(({ state }) => state.dataUpdateCount === 1)) await queryClient.invalidateQueries(filters);
}
