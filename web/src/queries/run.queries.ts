import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { findParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import {
  listAllRuns,
  listDoubtfulRuns,
  listRunChecks,
  listRunSources,
  listRuns,
  listUnresolvedRuns,
} from '@dossard/contract/runs/run.endpoints.ts';
import { maxListedRuns } from '@dossard/contract/runs/run.list.schema.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { invalidateParticipants } from './participant.queries.ts';

export const runsOfRider = (competitionId: number, dossard: number) =>
  queryOptions({
    queryKey: ['runs', competitionId, dossard],
    queryFn: ({ signal }) => callApi(listRuns, { params: { id: competitionId, dossard }, signal }),
  });

/** The filters of the list of all runs, from its address. */
export interface RunSearch {
  zone?: number | undefined;
  category?: string | undefined;
  gender?: Gender | undefined;
  referee?: string | undefined;
  phone?: string | undefined;
  bib?: number | undefined;
  /** Times of day, `HH:MM`. */
  from?: string | undefined;
  to?: string | undefined;
  odd?: true | undefined;
}

/** The choice of runs that a page of the list shows. */
export interface RunChoice {
  competitionId: number;
  search: RunSearch;
  /** Minutes by which the reader's time zone is ahead of UTC. */
  utcOffset: number;
  /** True while a stream announces changes. */
  live: boolean;
}

/** How often the runs are polled while no stream announces changes, in milliseconds. */
const listedRefreshMs = 15_000;

/** A page of all runs, counted from 0. */
export const runPage = ({ competitionId, search, utcOffset, live }: RunChoice, page: number) =>
  queryOptions({
    queryKey: ['runs', competitionId, 'all', search, utcOffset, page],
    queryFn: ({ signal }) => {
      const { bib, phone, odd, ...filters } = search;
      const query = {
        ...filters,
        dossard: bib,
        phone_id: phone,
        odd: odd && ('true' as const),
        utc_offset: utcOffset,
        offset: page * maxListedRuns,
      };
      return callApi(listAllRuns, { params: { id: competitionId }, query, signal });
    },
    refetchInterval: live ? false : listedRefreshMs,
  });

/** The latest runs. */
export const latestRuns = (competitionId: number, limit: number) =>
  queryOptions({
    queryKey: ['runs', competitionId, 'latest', limit],
    queryFn: ({ signal }) => callApi(listAllRuns, { params: { id: competitionId }, query: { limit }, signal }),
    refetchInterval: listedRefreshMs,
  });

/** The referees and phones that recorded runs. */
export const runSources = (competitionId: number) =>
  queryOptions({
    queryKey: ['runs', competitionId, 'sources'],
    queryFn: ({ signal }) => callApi(listRunSources, { params: { id: competitionId }, signal }),
  });

/** The runs that were compared with paper sheets. */
export const runChecks = (competitionId: number) =>
  queryOptions({
    queryKey: ['runs', competitionId, 'checks'],
    queryFn: ({ signal }) => callApi(listRunChecks, { params: { id: competitionId }, signal }),
    refetchInterval: listedRefreshMs,
  });

export const riderByBib = (competitionId: number, dossard: number) =>
  queryOptions({
    queryKey: ['rider', competitionId, dossard],
    queryFn: ({ signal }) => callApi(findParticipant, { params: { id: competitionId, dossard }, signal }),
  });

/** How often doubtful runs are polled, in milliseconds. */
const doubtfulRefreshMs = 30_000;

export const doubtfulRuns = (competitionId: number) =>
  queryOptions({
    queryKey: ['doubtful', competitionId],
    queryFn: ({ signal }) => callApi(listDoubtfulRuns, { params: { id: competitionId }, signal }),
    refetchInterval: doubtfulRefreshMs,
  });

/** The number of doubtful pairs, of one rider or of all. */
export const doubtfulCount = (competitionId: number, dossard?: number) =>
  queryOptions({
    queryKey: ['doubtful', competitionId, 'count', dossard],
    queryFn: ({ signal }) =>
      callApi(listDoubtfulRuns, { params: { id: competitionId }, query: { limit: 0, dossard }, signal }),
    refetchInterval: doubtfulRefreshMs,
  });

/** Runs of unknown bibs, which an organiser must assign. */
export const unresolvedRuns = (competitionId: number) =>
  queryOptions({
    queryKey: ['unresolved', competitionId],
    queryFn: ({ signal }) => callApi(listUnresolvedRuns, { params: { id: competitionId }, signal }),
    refetchInterval: doubtfulRefreshMs,
  });

/** Invalidates all runs of a competition and everything ranked by them. */
export async function invalidateAllRuns(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['runs', competitionId] }),
    queryClient.invalidateQueries({ queryKey: ['progress', competitionId] }),
    queryClient.invalidateQueries({ queryKey: doubtfulRuns(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: unresolvedRuns(competitionId).queryKey }),
    invalidateParticipants(queryClient, competitionId),
  ]);
}

/** Invalidates a rider whose status changed, and the queries that show it. */
export async function invalidateRiderStatus(
  queryClient: QueryClient,
  competitionId: number,
  dossard: number,
): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: riderByBib(competitionId, dossard).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['progress', competitionId] }),
    invalidateParticipants(queryClient, competitionId),
  ]);
}

/** Invalidates a rider's runs and everything ranked by them. */
export async function invalidateRunsOf(
  queryClient: QueryClient,
  competitionId: number,
  dossard: number,
): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: runsOfRider(competitionId, dossard).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['runs', competitionId, 'all'] }),
    queryClient.invalidateQueries({ queryKey: runChecks(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: doubtfulRuns(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['progress', competitionId] }),
    invalidateParticipants(queryClient, competitionId),
  ]);
}
