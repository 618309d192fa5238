import { listNotices } from '@dossard/contract/notices/notice.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** How often the organiser's page polls confirmations, in milliseconds. */
const noticesRefreshMs = 10_000;

/** The open notices of a competition, with who confirmed them. */
export const noticesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['notices', competitionId],
    queryFn: ({ signal }) => callApi(listNotices, { params: { id: competitionId }, signal }),
    refetchInterval: noticesRefreshMs,
  });
