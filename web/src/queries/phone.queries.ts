import { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** How often the phones are polled, in milliseconds. */
const phonesRefreshMs = 10_000;

export const phonesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['phones', competitionId],
    queryFn: ({ signal }) => callApi(listPhones, { params: { id: competitionId }, signal }),
    refetchInterval: phonesRefreshMs,
  });
