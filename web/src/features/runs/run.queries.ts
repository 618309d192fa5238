import { findParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { participantsChanged } from '../participants/participant.queries.ts';

export const runsOfRider = (competitionId: number, dossard: number) =>
  queryOptions({
    queryKey: ['runs', competitionId, dossard],
    queryFn: ({ signal }) => callApi(listRuns, { params: { id: competitionId, dossard }, signal }),
  });

export const riderByBib = (competitionId: number, dossard: number) =>
  queryOptions({
    queryKey: ['rider', competitionId, dossard],
    queryFn: ({ signal }) => callApi(findParticipant, { params: { id: competitionId, dossard }, signal }),
  });

/** Has a rider's runs, and what is counted and ranked by them, asked for again. */
export async function runsChanged(queryClient: QueryClient, competitionId: number, dossard: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: runsOfRider(competitionId, dossard).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['progress', competitionId] }),
    participantsChanged(queryClient, competitionId),
  ]);
}
