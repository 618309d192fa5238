import {
  getClubStandings,
  getPublicClubStandings,
  getPublicStandings,
  getSeries,
  getStandings,
} from '@dossard/contract/series/series.endpoints.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import type { Reader } from './ranking.queries.ts';
import { read } from './read.ts';

/** How often visible standings are polled, in milliseconds. */
const standingsMs = 30_000;

export const seriesById = (seriesId: number) => read(getSeries, { params: { seriesId } });

const inPages = {
  initialPageParam: 1,
  getNextPageParam: ({ next }: { next: number | null }) => next,
  refetchInterval: standingsMs,
};

/** The standings of a category. By hand, like those of clubs: infinite. */
export const standingsOf = (
  seriesId: number,
  reader: Reader,
  { category, discipline }: { category: string; discipline: string | undefined },
) =>
  infiniteQueryOptions({
    queryKey: ['standings', reader, seriesId, 'riders', category, discipline],
    queryFn: ({ pageParam: page, signal }) =>
      callApi(reader === 'public' ? getPublicStandings : getStandings, {
        params: { seriesId },
        query: { category, discipline, page },
        signal,
      }),
    ...inPages,
    select: ({ pages }) => {
      // A rider who moved while the pages were read is on two of them until the next refetch.
      const lines = new Map(pages.flatMap(({ standings }) => standings.map((line) => [line.id, line])));
      return { standings: [...lines.values()], columns: pages.at(-1)?.columns ?? [] };
    },
  });

export const clubsOf = (seriesId: number, reader: Reader, discipline: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['standings', reader, seriesId, 'clubs', discipline],
    queryFn: ({ pageParam: page, signal }) =>
      callApi(reader === 'public' ? getPublicClubStandings : getClubStandings, {
        params: { seriesId },
        query: { discipline, page },
        signal,
      }),
    ...inPages,
    select: ({ pages }) => {
      const clubs = new Map(pages.flatMap(({ clubs }) => clubs.map((line) => [line.club, line])));
      return { clubs: [...clubs.values()] };
    },
  });
