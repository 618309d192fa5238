import { listTies } from '@dossard/contract/ties/tie.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The ties of a competition: decided by the jury, and open (R15). */
export const tiesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['ties', competitionId],
    queryFn: ({ signal }) => callApi(listTies, { params: { id: competitionId }, signal }),
  });

/** Invalidates the queries that show the ties of a competition. */
export async function invalidateTies(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: tiesOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
  ]);
}
