import * as z from 'zod/mini';
import { as } from '../text/text.schema.ts';
import { categoryKey, categorySchema, compareCategories, genderSchema } from './category.schema.ts';

/** A category and a gender: riders who are ranked together. */
export const groupSchema = z.object({ category: z.string(), gender: genderSchema });
export type Group = z.infer<typeof groupSchema>;

/** A group as requests name it. */
export const groupInputSchema = z.object({ category: categorySchema, gender: genderSchema });

/** A category, a gender, both or none, as a filter. */
export const groupFilterSchema = z.partial(groupInputSchema);

/** A list of groups in a request, each named once. */
export const groupListSchema = <One extends z.ZodMiniType<Group>>(
  group: One,
  doubled: Parameters<typeof as>[0] = 'invalid_choice',
) =>
  z.array(group).check(
    z.maxLength(200, as('too_many')),
    z.refine((groups: readonly Group[]) => distinctGroups(groups).length === groups.length, as(doubled)),
  );

/** Returns the group of a rider, a result or a list. */
export const pickGroup = ({ category, gender }: Group): Group => ({ category, gender });

/** Returns the key of a group: two spellings of one group have the same key. */
export const groupKey = ({ category, gender }: Group): string => `${categoryKey(category)} ${gender}`;

/** Whether two groups are one, however they are spelled. */
export const isSameGroup = (one: Group, other: Group): boolean => groupKey(one) === groupKey(other);

/** Compares groups in natural order: U9 before U11, women before men. */
export const compareGroups = (one: Group, other: Group): number =>
  compareCategories(one.category, other.category) || one.gender.localeCompare(other.gender);

/** Removes duplicate groups, however they are spelled: the last one stays, in the place of the first. */
export const distinctGroups = <G extends Group>(groups: readonly G[]): G[] => [
  ...new Map(groups.map((group) => [groupKey(group), group])).values(),
];
