import {
  getClubStandings,
  getPublicClubStandings,
  getPublicSeries,
  getPublicStandings,
  getSeries,
  getStandings,
  listSeries,
  listSeriesRiders,
} from '@dossard/contract/series/series.endpoints.ts';
import type { Series } from '@dossard/contract/series/series.schema.ts';
import type { StandingsQuery } from '@dossard/contract/series/standings.schema.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import type { Reader } from './ranking.queries.ts';

/** How often visible standings are polled, in milliseconds. */
const standingsMs = 30_000;

export const mySeries = () =>
  queryOptions({
    queryKey: ['series', 'mine'],
    queryFn: ({ signal }) => callApi(listSeries, { signal }),
  });

export const seriesById = (seriesId: number) =>
  queryOptions({
    queryKey: ['series', seriesId],
    queryFn: ({ signal }) => callApi(getSeries, { params: { seriesId }, signal }),
    enabled: !Number.isNaN(seriesId),
  });

export const publicSeries = (seriesId: number) =>
  queryOptions({
    queryKey: ['series', 'public', seriesId],
    queryFn: ({ signal }) => callApi(getPublicSeries, { params: { seriesId }, signal }),
    enabled: !Number.isNaN(seriesId),
  });

/** The standings of a category. */
export const standingsOf = (seriesId: number, reader: Reader, query: StandingsQuery) =>
  queryOptions({
    queryKey: ['standings', reader, seriesId, query],
    queryFn: ({ signal }) =>
      callApi(reader === 'public' ? getPublicStandings : getStandings, { params: { seriesId }, query, signal }),
    refetchInterval: standingsMs,
  });

export const clubsOf = (seriesId: number, reader: Reader) =>
  queryOptions({
    queryKey: ['standings', reader, seriesId, 'clubs'],
    queryFn: ({ signal }) =>
      callApi(reader === 'public' ? getPublicClubStandings : getClubStandings, { params: { seriesId }, signal }),
    refetchInterval: standingsMs,
  });

/** Which entries are joined to one rider, and which might be the same rider. */
export const ridersOfSeries = (seriesId: number) =>
  queryOptions({
    queryKey: ['series', seriesId, 'riders'],
    queryFn: ({ signal }) => callApi(listSeriesRiders, { params: { seriesId }, signal }),
  });

/** Updates a series in the cache and invalidates what depends on it. */
export async function storeSeries(queryClient: QueryClient, series: Series): Promise<void> {
  queryClient.setQueryData(seriesById(series.id).queryKey, (before) => ({ ...before, ...series }));
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['series'] }),
    queryClient.invalidateQueries({ queryKey: ['standings'] }),
  ]);
}
