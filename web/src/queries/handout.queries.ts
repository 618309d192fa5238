import { getHandout } from '@dossard/contract/bibs/bib.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** How often the ticks of other devices are polled, in milliseconds. */
const handoutMs = 10_000;

/** Which riders came for their bib (B4). By hand: referees' phones keep the answer under this key. */
export const handoutOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['handout', competitionId],
    queryFn: ({ signal }) => callApi(getHandout, { params: { id: competitionId }, once: true, signal }),
    refetchInterval: handoutMs,
    enabled: !Number.isNaN(competitionId),
  });
