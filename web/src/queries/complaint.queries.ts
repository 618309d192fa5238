import { listComplaints } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** How often complaints are polled, in milliseconds. */
const complaintsMs = 30_000;

/** The complaints of a competition, open ones first (E9). */
export const complaintsOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['complaints', competitionId],
    queryFn: ({ signal }) => callApi(listComplaints, { params: { id: competitionId }, signal }),
    refetchInterval: complaintsMs,
  });
