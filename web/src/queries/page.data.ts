import type { QueryClient } from '@tanstack/react-query';
import { parseId } from '../text/address.ts';
import { profile } from './account.queries.ts';
import { competitionById } from './competition.queries.ts';
import { membersOf } from './member.queries.ts';
import { participantsOf, progressOf } from './participant.queries.ts';
import { riderByBib, runsOfRider } from './run.queries.ts';
import { rankedGroups, zonesOf } from './zone.queries.ts';

/*
 * What each page of a competition will show, asked for at once while its code is on the way. Routes import this lazily:
 * who follows a public ranking loads none of it.
 */

export interface Params {
  competitionId: string;
}

/** Asks for what every page of a competition needs, and for what `more` names; an address without an id asks nothing. */
function read(queryClient: QueryClient, { competitionId }: Params, more: (id: number) => void): void {
  const id = parseId(competitionId);
  if (Number.isNaN(id)) return;
  void queryClient.prefetchQuery(profile());
  void queryClient.prefetchQuery(competitionById(id));
  more(id);
}

export const readCompetition = (queryClient: QueryClient, params: Params) => read(queryClient, params, () => {});

export const readZones = (queryClient: QueryClient, params: Params) =>
  read(queryClient, params, (id) => void queryClient.prefetchQuery(zonesOf(id)));

export const readMembers = (queryClient: QueryClient, params: Params) =>
  read(queryClient, params, (id) => void queryClient.prefetchQuery(membersOf(id)));

export const readParticipants = (queryClient: QueryClient, params: Params) =>
  read(queryClient, params, (id) => void queryClient.prefetchQuery(participantsOf(id)));

export const readRanking = (queryClient: QueryClient, params: Params) =>
  read(queryClient, params, (id) => void queryClient.prefetchQuery(rankedGroups(id)));

export const readProgress = (queryClient: QueryClient, params: Params) =>
  read(queryClient, params, (id) => {
    void queryClient.prefetchQuery(progressOf(id));
    void queryClient.prefetchQuery(zonesOf(id));
  });

export const readRuns = (queryClient: QueryClient, params: Params & { dossard: string }) =>
  read(queryClient, params, (id) => {
    const dossard = parseId(params.dossard);
    if (Number.isNaN(dossard)) return;
    void queryClient.prefetchQuery(riderByBib(id, dossard));
    void queryClient.prefetchQuery(runsOfRider(id, dossard));
    void queryClient.prefetchQuery(zonesOf(id));
  });
