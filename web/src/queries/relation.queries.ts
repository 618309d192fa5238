import { listRelations } from '@dossard/contract/relations/relation.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** What a competition is related to, for its admins (X3). */
export const relationsOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['relations', competitionId],
    queryFn: ({ signal }) => callApi(listRelations, { params: { id: competitionId }, signal }),
  });
