import { categoryKey, distinctCategories } from '../categories/category.schema.ts';
import { compareGroups, type Group, groupKey } from '../categories/group.ts';
import { nearestCategories } from '../categories/nearest.categories.ts';

/** A group of riders for whom no zone has a graduation. */
export interface GraduationGap extends Group {
  /** Number of riders in the group. */
  riders: number;
  /** Categories with a graduation that were probably meant, likeliest first. */
  nearest: string[];
}

/**
 * Finds the groups of these riders without a graduation, in natural order. `graduated` are the groups that have
 * graduations; while there are none, the zones are not set up yet and nothing is reported (C3).
 */
export function findGraduationGaps(riders: readonly Group[], graduated: readonly Group[]): GraduationGap[] {
  if (graduated.length === 0) return [];
  const known = new Set(graduated.map(groupKey));
  const gaps = new Map<string, GraduationGap>();
  for (const { category, gender } of riders) {
    const key = groupKey({ category, gender });
    if (known.has(key)) continue;
    const gap = gaps.get(key);
    if (gap) gap.riders += 1;
    else
      gaps.set(key, { category, gender, riders: 1, nearest: nearestWithGraduation({ category, gender }, graduated) });
  }
  return [...gaps.values()].sort(compareGroups);
}

/** Prefers categories of the rider's own gender; a category that exists only for the other gender is not misspelled. */
function nearestWithGraduation({ category, gender }: Group, graduated: readonly Group[]): string[] {
  const ofGender = graduated.filter((group) => group.gender === gender);
  const all = distinctCategories(graduated);
  if (all.some((known) => categoryKey(known) === categoryKey(category))) return [];
  const nearest = nearestCategories(category, distinctCategories(ofGender));
  return nearest.length > 0 ? nearest : nearestCategories(category, all);
}
