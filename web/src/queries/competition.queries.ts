import {
  getCompetition,
  getCounts,
  getPublicCompetition,
  listCompetitions,
  listPublicCompetitions,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listPublicSeriesOf } from '@dossard/contract/series/series.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { read } from './read.ts';

/** A page of the public competitions, the nearest first, or of those that match a search. */
export const publicCompetitions = (page: number, search = '') =>
  queryOptions({
    queryKey: ['competitions', 'public', 'list', page, search],
    queryFn: ({ signal }) => callApi(listPublicCompetitions, { query: { page, search, order: 'nearest' }, signal }),
    placeholderData: keepPreviousData,
  });

/** One public competition; null if it does not exist or is private. */
export const publicCompetition = (id: number) =>
  queryOptions({
    queryKey: ['competitions', 'public', id],
    queryFn: ({ signal }) =>
      callApi(getPublicCompetition, { params: { id }, signal }).catch((error: Partial<Failure>) => {
        if (error.status !== 404) throw error;
        return null;
      }),
    enabled: !Number.isNaN(id),
  });

/** The public series that a public competition counts for (T12). */
export const publicSeriesOf = (id: number) =>
  queryOptions({
    queryKey: ['series', 'of', id],
    queryFn: ({ signal }) => callApi(listPublicSeriesOf, { params: { id }, signal }),
    staleTime: 60_000,
  });

/* By hand: referees' phones keep the answers of these two under their keys. */

export const myCompetitions = () =>
  queryOptions({
    queryKey: ['competitions', 'mine'],
    queryFn: ({ signal }) => callApi(listCompetitions, { signal }),
  });

export const competitionById = (id: number) =>
  queryOptions({
    queryKey: ['competition', id],
    queryFn: ({ signal }) => callApi(getCompetition, { params: { id }, signal }),
    enabled: !Number.isNaN(id),
  });

/** How often the counts are polled, in milliseconds: no stream announces new members. */
const countsMs = 30_000;

/** How much there is of each part of a competition. */
export const countsOf = (id: number) => read(getCounts, { params: { id } }, { refetchInterval: countsMs });
