import { previewCopy } from '@dossard/contract/copies/copy.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** What a copy of this competition takes over (M1). */
export const copyPreviewOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['copy-preview', competitionId],
    queryFn: ({ signal }) => callApi(previewCopy, { params: { id: competitionId }, signal }),
  });
