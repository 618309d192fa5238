import { getPlace } from '@dossard/contract/places/place.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { competitionById } from './competition.queries.ts';

/** How often the state of the other installation is polled, in milliseconds. */
const placeRefreshMs = 3_000;

export const placeOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['place', competitionId],
    queryFn: ({ signal }) => callApi(getPlace, { params: { id: competitionId }, signal }),
    refetchInterval: placeRefreshMs,
  });

/** Refetches how a competition is shared, and whether it is at home here. */
export const invalidatePlace = async (queryClient: QueryClient, competitionId: number): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: placeOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: competitionById(competitionId).queryKey }),
  ]);
};
