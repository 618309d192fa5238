import type { QueryClient } from '@tanstack/react-query';
import { parseId } from '../text/address.ts';
import { profile } from './account.queries.ts';
import { competitionById } from './competition.queries.ts';
import { membersOf } from './member.queries.ts';
import { participantsOf, progressOf } from './participant.queries.ts';
import { resultsOf } from './result.queries.ts';
import { riderByBib, runsOfRider } from './run.queries.ts';
import { rankedGroups, zonesOf } from './zone.queries.ts';

/*
 * The data of each page of a competition, requested while its code loads. Routes import this lazily, so that public pages
 * load none of it.
 */

export interface Params {
  competitionId: string;
}

/** Requests the data that every page of a competition needs, then `more`; nothing for an invalid id. */
function prefetch(queryClient: QueryClient, { competitionId }: Params, more: (id: number) => void): void {
  const id = parseId(competitionId);
  if (Number.isNaN(id)) return;
  void queryClient.prefetchQuery(profile());
  void queryClient.prefetchQuery(competitionById(id));
  more(id);
}

export const prefetchCompetition = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, () => {});

export const prefetchZones = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => void queryClient.prefetchQuery(zonesOf(id)));

export const prefetchMembers = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => void queryClient.prefetchQuery(membersOf(id)));

export const prefetchParticipants = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => {
    void queryClient.prefetchQuery(participantsOf(id));
    void queryClient.prefetchQuery(rankedGroups(id));
  });

export const prefetchRanking = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => void queryClient.prefetchQuery(rankedGroups(id)));

export const prefetchProgress = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => {
    void queryClient.prefetchQuery(progressOf(id));
    void queryClient.prefetchQuery(zonesOf(id));
  });

export const prefetchResults = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => {
    void queryClient.prefetchQuery(resultsOf(id));
  });

export const prefetchPaper = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => {
    void queryClient.prefetchQuery(participantsOf(id));
    void queryClient.prefetchQuery(zonesOf(id));
  });

export const prefetchAllRuns = (queryClient: QueryClient, params: Params) =>
  prefetch(queryClient, params, (id) => {
    void queryClient.prefetchQuery(zonesOf(id));
    void queryClient.prefetchQuery(rankedGroups(id));
  });

export const prefetchRuns = (queryClient: QueryClient, params: Params & { dossard: string }) =>
  prefetch(queryClient, params, (id) => {
    const dossard = parseId(params.dossard);
    if (Number.isNaN(dossard)) return;
    void queryClient.prefetchQuery(riderByBib(id, dossard));
    void queryClient.prefetchQuery(runsOfRider(id, dossard));
    void queryClient.prefetchQuery(zonesOf(id));
  });
