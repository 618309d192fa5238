import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { rankedGroups } from '../rankings/ranking.queries.ts';

export const zonesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['zones', competitionId],
    queryFn: ({ signal }) => callApi(listZones, { params: { id: competitionId }, signal }),
    enabled: !Number.isNaN(competitionId),
  });

/** Has the zones of a competition, and what is ranked by them, asked for again. */
export async function zonesChanged(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: zonesOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: rankedGroups(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
  ]);
}
