import { distinctCategories, offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { listCategories, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The zones of a competition with their graduations. By hand: referees' phones keep the answer under this key. */
export const zonesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['zones', competitionId],
    queryFn: ({ signal }) => callApi(listZones, { params: { id: competitionId }, signal }),
    enabled: !Number.isNaN(competitionId),
  });

/**
 * The groups with a graduation in some zone, which are the ranked ones, and which of them have riders. By hand: public
 * pages bring the answer.
 */
export const rankedGroups = (competitionId: number) =>
  queryOptions({
    queryKey: ['groups', competitionId],
    queryFn: ({ signal }) => callApi(listCategories, { params: { id: competitionId }, signal }),
    staleTime: 60_000,
  });

/** Returns the categories to choose from: the usual ones first, then further ones of the competition's graduations. */
export function useOfferedCategories(competitionId: number): readonly string[] {
  const { data } = useQuery(rankedGroups(competitionId));
  const usual: readonly string[] = offeredCategories;
  const own = distinctCategories(data?.categories_and_genders ?? []);
  return [...usual, ...own.filter((category) => !usual.includes(category))];
}
