import { categoryKey, distinctCategories, offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { listCategories, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { listGroups } from '../riders/rider.order.ts';
import { participantsOf } from './participant.queries.ts';
import { read } from './read.ts';

/** The zones of a competition with their graduations. */
export const zonesOf = (id: number) => read(listZones, { params: { id } }, { key: ['zones', id] });

/** The groups with a graduation in some zone, which are the ranked ones, and which of them have riders. */
export const rankedGroups = (id: number) =>
  read(listCategories, { params: { id } }, { key: ['groups', id], staleTime: 60_000 });

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
