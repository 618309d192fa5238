import { categoryKey, categorySchema, genderSchema } from '@dossard/contract/categories/category.schema.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import { pointsNames } from '@dossard/contract/runs/doors.ts';
import { doubledGraduation } from '@dossard/contract/zones/graduation.rules.ts';
import { type GraduationInput, graduationInputSchema } from '@dossard/contract/zones/zone.schema.ts';
import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import type { useGenderWords } from '../../riders/rider.words.tsx';
import { parseNumber } from '../../text/typed.values.ts';
import { checkValues } from '../../ui/fields/problems.ts';

/*
 * Several graduations with the same points, created together: categories, one or both genders, six points. Most zones
 * give many groups the same points, and typing six numbers ten times causes mistakes.
 */

const batchSchema = z.extend(z.omit(graduationInputSchema, { category: true, gender: true }), {
  categories: z.array(categorySchema).check(z.minLength(1)),
  genders: z.array(genderSchema).check(z.minLength(1)),
});

/** Reads the points of a form, by field. */
export const typedPoints = (fields: FormData) =>
  Object.fromEntries(pointsNames.map((name) => [name, parseNumber(fields.get(name))]));

/** Returns the ticked categories, then the typed ones, which are separated by commas; without duplicates. */
function typedCategories(fields: FormData): string[] {
  const typed = String(fields.get('other_categories') ?? '').split(/[,;]/);
  const all = [...fields.getAll('categories').map(String), ...typed].filter((category) => category.trim() !== '');
  return [...new Map(all.map((category) => [categoryKey(category), category])).values()];
}

/** Parses the graduations of a form, none of which may be among `taken` (G1). */
export function readBatch(
  fields: FormData,
  taken: readonly Group[],
  words: Words,
): { graduations: GraduationInput[]; problems: Record<string, string> } {
  const values = { ...typedPoints(fields), categories: typedCategories(fields), genders: fields.getAll('genders') };
  const { data, problems } = checkValues(values, batchSchema);
  if (!data) {
    if (problems.categories) problems.categories = m.choose_category();
    if (problems.genders) problems.genders = m.choose_gender();
    return { graduations: [], problems };
  }
  const { categories, genders, ...points } = data;
  const graduations = categories.flatMap((category) => genders.map((gender) => ({ category, gender, ...points })));
  const together = [...taken, ...graduations];
  const doubled = together[doubledGraduation(together) ?? -1];
  if (doubled) return { graduations: [], problems: { categories: formatExists(doubled, words) } };
  return { graduations, problems: {} };
}

/** Formats the gender of a group that already exists. */
type Words = Pick<ReturnType<typeof useGenderWords>, 'takenGenderWord'>;

const formatExists = (group: Group, { takenGenderWord }: Words) =>
  m.graduation_exists({ category: group.category, gender: takenGenderWord(group) });

/** Formats the problem of a group that the zone already has; undefined if it does not. */
export function formatTaken(group: Group, taken: readonly Group[], words: Words): string | undefined {
  const index = doubledGraduation([...taken, group]);
  return index === undefined ? undefined : formatExists(group, words);
}
