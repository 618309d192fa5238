import { categoryKey, distinctCategories, offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { listCategories, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { listGroups } from '../riders/rider.order.ts';
import { participantsOf } from './participant.queries.ts';

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

/**
 * Returns the categories to choose from, the usual ones first, then further ones of the competition's graduations and
 * riders; those of its riders; and whether both are known yet.
 */
export function useOfferedCategories(competitionId: number) {
  const { data } = useQuery(rankedGroups(competitionId));
  const { data: list } = useQuery(participantsOf(competitionId));
  const riders = listGroups(list?.participants ?? []);
  const usual = new Set(offeredCategories.map(categoryKey));
  const own = distinctCategories([...riders, ...(data?.categories_and_genders ?? [])]);
  const offered = [...offeredCategories, ...own.filter((category) => !usual.has(categoryKey(category)))];
  const ridden = new Set(riders.map(({ category }) => categoryKey(category)));
  return {
    offered,
    ridden: offered.filter((category) => ridden.has(categoryKey(category))),
    isKnown: data !== undefined && list !== undefined,
  };
}
