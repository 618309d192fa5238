import type { Gender, Group } from '../categories/category.schema.ts';

/** Both genders, in the order in which they are offered. */
export const genders = ['F', 'H'] as const satisfies readonly Gender[];

/** The ranked groups, and those that have riders. */
export interface RankedGroups {
  categories_and_genders: readonly Group[];
  with_riders: readonly Group[];
}

/** Returns the category that is shown first: the first that has riders; undefined without any group. */
export const firstCategory = ({ categories_and_genders: all, with_riders: [withRiders] }: RankedGroups) =>
  (withRiders ?? all[0])?.category;

/** Lists the groups of one category that a page shows: both genders, or the chosen one. */
export const shownGroups = (groups: RankedGroups, category: string, gender: Gender | undefined): Group[] =>
  genders
    .filter((one) => gender === undefined || one === gender)
    .flatMap((one) =>
      groups.categories_and_genders.some((group) => group.category === category && group.gender === one)
        ? [{ category, gender: one }]
        : [],
    );
