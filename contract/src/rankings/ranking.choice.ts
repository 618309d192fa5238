import type { Gender } from '../categories/category.schema.ts';
import type { Group } from '../categories/group.ts';

/** Both genders, in the order in which they are offered. */
export const genders = ['F', 'H'] as const satisfies readonly Gender[];

/** The ranked groups, those that have riders, and the one whose run arrived last. */
export interface RankedGroups {
  categories_and_genders: Group[];
  with_riders: Group[];
  latest: Group | null;
}

/** Returns the category that is shown first: that of the latest run, else the first that has riders; undefined without any group. */
export const firstCategory = ({ categories_and_genders: all, with_riders: [withRiders], latest }: RankedGroups) =>
  (latest ?? withRiders ?? all[0])?.category;

/** Lists the groups of one category that a page shows: both genders, or the chosen one. */
export const shownGroups = (
  groups: Pick<RankedGroups, 'categories_and_genders'>,
  category: string,
  gender: Gender | undefined,
): Group[] =>
  genders
    .filter((one) => gender === undefined || one === gender)
    .flatMap((one) =>
      groups.categories_and_genders.some((group) => group.category === category && group.gender === one)
        ? [{ category, gender: one }]
        : [],
    );

/** Lists the groups of one category that a public page shows: the chosen gender, else those with riders, else both. */
export function publicGroups(groups: RankedGroups, category: string, gender: Gender | undefined): Group[] {
  const withRiders = shownGroups({ categories_and_genders: groups.with_riders }, category, gender);
  return gender !== undefined || withRiders.length === 0 ? shownGroups(groups, category, gender) : withRiders;
}
