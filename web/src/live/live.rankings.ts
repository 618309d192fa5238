import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/*
 * Rankings that update themselves: the server streams which groups changed at which version, and the page reads the
 * rankings at that version, so that caches can serve many readers. Without the stream the page polls, see
 * `ranking.queries.ts`.
 */

/** Readers refetch the ranking spread over this time instead of all at the same moment; in milliseconds. */
const spreadMs = 500;
/** Wait before reconnecting a refused stream, in milliseconds. */
const againMs = 15_000;

/** Silence after which a stream counts as dead, in milliseconds; the server sends a heartbeat every 15 s. */
const silenceMs = 40_000;

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

/** Follows a competition's rankings while the page is visible; returns whether a stream is open. */
export function useLiveRankings(competitionId: number): boolean {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (Number.isNaN(competitionId)) return;
    const stream = keepStream(competitionId, (event) => readChanged(queryClient, competitionId, event), setIsLive);
    return () => stream.end();
  }, [competitionId, queryClient]);
  return isLive;
}

/** First parts of the query keys that show runs on an organiser's pages. */
const runKinds = ['progress', 'runs', 'doubtful', 'unresolved', 'results', 'ties'];
/** Minimum interval between refetches of an organiser's pages, in milliseconds: their answers are long. */
const runsSpreadMs = 1_000;

/** Refetches the organiser's view of a competition's runs after each change; returns whether a stream is open. */
export function useLiveRuns(competitionId: number): boolean {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const isOfRuns = ({ queryKey: [kind, id] }: { queryKey: readonly unknown[] }) =>
      runKinds.includes(String(kind)) && id === competitionId;
    function readSoon() {
      due ??= setTimeout(() => {
        due = undefined;
        void queryClient.invalidateQueries({ predicate: isOfRuns });
      }, runsSpreadMs);
    }
    const stream = keepStream(competitionId, readSoon, setIsLive);
    return () => {
      clearTimeout(due);
      stream.end();
    };
  }, [competitionId, queryClient]);
  return isLive;
}

/**
 * Invalidates the queries below a key at each event of a stream, without delay: for a single page whose reader waits
 * for the words. Without an address there is no stream.
 */
export function useLiveQuery(address: string | undefined, queryKey: readonly unknown[]): void {
  const queryClient = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (address === undefined) return;
    const read = () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) });
    const stream = keepStreamAt(address, { onEvent: read, onLost: () => {} });
    return () => stream.end();
  }, [address, key, queryClient]);
}

/**
 * Refetches the standings of a series after each change in one of its competitions; returns whether a stream is open.
 */
export function useLiveStandings(seriesId: number, competitionId: number | null): boolean {
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    if (competitionId === null) return;
    let due: ReturnType<typeof setTimeout> | undefined;
    const isOfSeries = ({ queryKey: [kind, , id] }: Query) => kind === 'standings' && id === seriesId;
    function readSoon() {
      due ??= setTimeout(
        () => {
          due = undefined;
          void queryClient.invalidateQueries({ predicate: isOfSeries });
        },
        runsSpreadMs + Math.random() * spreadMs,
      );
    }
    const stream = keepStream(competitionId, readSoon, setIsLive);
    return () => {
      clearTimeout(due);
      stream.end();
    };
  }, [seriesId, competitionId, queryClient]);
  return isLive;
}

/** Keeps the stream of a competition open while the page is visible, and stores the versions that it announces. */
function keepStream(competitionId: number, onEvent: (event: LiveEvent) => void, onLive: (live: boolean) => void) {
  return keepStreamAt(`/api/competitions/${competitionId}/live`, {
    onEvent(event) {
      announced.set(competitionId, { version: event.version, at: Date.now() });
      onLive(true);
      onEvent(event);
    },
    onLost() {
      announced.delete(competitionId);
      onLive(false);
    },
  });
}

interface StreamEvents {
  onEvent: (event: LiveEvent) => void;
  onLost: () => void;
}

/** Keeps a stream open while the page is visible, and reconnects it. */
function keepStreamAt(address: string, { onEvent, onLost }: StreamEvents) {
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  /** Reconnects after silence: a connection that died silently reports no error. */
  function watch() {
    clearTimeout(watchdog);
    watchdog = setTimeout(look, silenceMs);
  }

  function open() {
    source = new EventSource(address);
    watch();
    source.addEventListener('open', watch);
    source.addEventListener('heartbeat', watch);
    source.addEventListener('ranking', ({ data }) => {
      watch();
      onEvent(JSON.parse(data));
    });
    source.addEventListener('error', () => {
      onLost();
      // The browser reconnects after a broken connection; a refusal closes the stream for good.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(look, againMs);
    });
  }

  function close() {
    clearTimeout(again);
    clearTimeout(watchdog);
    source?.close();
    source = undefined;
    onLost();
  }

  function look() {
    close();
    if (!document.hidden) open();
  }

  document.addEventListener('visibilitychange', look);
  look();
  return {
    end() {
      document.removeEventListener('visibilitychange', look);
      close();
    },
  };
}

/** Invalidates the changed groups that were read before this change, after a random delay, to spread the load. */
function readChanged(queryClient: QueryClient, competitionId: number, { groups, version }: LiveEvent): void {
  const isChanged = ({ queryKey: [kind, reader, id, category, gender], state }: Query) =>
    kind === 'ranking' &&
    id === competitionId &&
    // The page may already have been rendered with this version.
    !(versionOf(state.data) >= version) &&
    (reader === 'rider' || groups.some((group) => group.category === category && group.gender === gender));
  setTimeout(() => void queryClient.invalidateQueries({ predicate: isChanged }), Math.random() * spreadMs);
}

/** Returns the version that a ranking was read at; NaN if it has none. */
const versionOf = (data: unknown) => (data as { version?: number } | undefined)?.version ?? Number.NaN;
