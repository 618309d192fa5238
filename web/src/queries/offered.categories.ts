import { distinctCategories, offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { rankedGroups } from './zone.queries.ts';

/** The categories to choose from: the usual ones first, then those that the competition's graduations have besides. */
export function useOfferedCategories(competitionId: number): readonly string[] {
  const { data } = useQuery(rankedGroups(competitionId));
  const usual: readonly string[] = offeredCategories;
  const own = distinctCategories(data?.categories_and_genders ?? []);
  return [...usual, ...own.filter((category) => !usual.includes(category))];
}
