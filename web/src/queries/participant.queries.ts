import { getProgress, listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { rankedGroups } from './zone.queries.ts';

/** How often the progress is polled, in milliseconds. */
const progressMs = 15_000;

export const participantsOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['participants', competitionId],
    queryFn: ({ signal }) => callApi(listParticipants, { params: { id: competitionId }, signal }),
    enabled: !Number.isNaN(competitionId),
  });

export const progressOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['progress', competitionId],
    queryFn: ({ signal }) => callApi(getProgress, { params: { id: competitionId }, signal }),
    refetchInterval: progressMs,
  });

/** Invalidates the participants of a competition and their rankings. */
export async function invalidateParticipants(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: participantsOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: rankedGroups(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
    queryClient.invalidateQueries({ queryKey: ['everybody'] }),
  ]);
}
