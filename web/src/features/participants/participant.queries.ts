import { listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

export const participantsOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['participants', competitionId],
    queryFn: ({ signal }) => callApi(listParticipants, { params: { id: competitionId }, signal }),
    enabled: !Number.isNaN(competitionId),
  });

/** Has the participants of a competition, and the rankings they stand in, asked for again. */
export async function participantsChanged(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: participantsOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
  ]);
}
