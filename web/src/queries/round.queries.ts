import { getFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** Which competition this one follows (R16). */
export const followsOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['follows', competitionId],
    queryFn: ({ signal }) => callApi(getFollows, { params: { id: competitionId }, signal }),
  });
