import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import { distinctCategories, offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { listCategories, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The zones of a competition with their graduations. */
export const zonesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['zones', competitionId],
    queryFn: ({ signal }) => callApi(listZones, { params: { id: competitionId }, signal }),
    enabled: !Number.isNaN(competitionId),
  });

/** The groups with a graduation in some zone, which are the ranked ones, and which of them have riders. */
export const rankedGroups = (competitionId: number) =>
  queryOptions({
    queryKey: ['groups', competitionId],
    queryFn: ({ signal }) => callApi(listCategories, { params: { id: competitionId }, signal }),
    staleTime: 60_000,
  });

export type RankedGroups = AnswerOf<typeof listCategories>;

/** Invalidates the zones of a competition and everything that is ranked by them. */
export async function invalidateZones(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: zonesOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: rankedGroups(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
  ]);
}

/** Returns the categories to choose from: the usual ones first, then further ones of the competition's graduations. */
export function useOfferedCategories(competitionId: number): readonly string[] {
  const { data } = useQuery(rankedGroups(competitionId));
  const usual: readonly string[] = offeredCategories;
  const own = distinctCategories(data?.categories_and_genders ?? []);
  return [...usual, ...own.filter((category) => !usual.includes(category))];
}
