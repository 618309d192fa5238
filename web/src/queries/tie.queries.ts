import { listTies } from '@dossard/contract/ties/ties.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The ties of a competition: what the jury decided, and what is open (R15). */
export const tiesOf = (competitionId: number) =>
  queryOptions({
    // Invalidated with the rankings that they come from.
    queryKey: ['ranking', 'ties', competitionId],
    queryFn: ({ signal }) => callApi(listTies, { params: { id: competitionId }, signal }),
  });
