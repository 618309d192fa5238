import {
  getCompetition,
  getCounts,
  getPublicCompetition,
  listCompetitions,
  listPublicCompetitions,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { getPublicLinks } from '@dossard/contract/series/series.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { read } from './read.ts';

/** A page of the public competitions, the nearest first, or of those that match a search. */
export const publicCompetitions = (page: number, search = '') =>
  read(
    listPublicCompetitions,
    { query: { page, search, order: 'nearest' } },
    { key: ['competitions', 'public', 'list', page, search], placeholderData: keepPreviousData },
  );

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

/** The public series that a public competition counts for (T12), and whether one can enter it (J1). */
export const publicLinksOf = (id: number) =>
  read(getPublicLinks, { params: { id } }, { key: ['competition', id, 'links'], staleTime: 60_000 });

export const myCompetitions = () => read(listCompetitions, {}, { key: ['competitions', 'mine'] });

export const competitionById = (id: number) => read(getCompetition, { params: { id } }, { key: ['competition', id] });

/** How often the counts are polled, in milliseconds: no stream announces new members. */
const countsMs = 30_000;

/** How much there is of each part of a competition. */
export const countsOf = (id: number) => read(getCounts, { params: { id } }, { refetchInterval: countsMs });
