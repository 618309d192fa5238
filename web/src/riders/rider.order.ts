import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { compareGroups, distinctGroups, type Group } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';

type Bib = Pick<Participant, 'dossard_number'>;

export const byBib = (one: Bib, other: Bib): number => one.dossard_number - other.dossard_number;

/** Lists the groups of riders in order, without duplicates, each category as most of its riders spell it. */
export function listGroups(riders: readonly Group[]): Group[] {
  const spelled = new Map<string, number>();
  for (const { category } of riders) spelled.set(category, (spelled.get(category) ?? 0) + 1);
  const usual = new Map<string, string>();
  for (const [category] of [...spelled].sort(([, one], [, other]) => one - other))
    usual.set(categoryKey(category), category);
  return distinctGroups(riders)
    .map(({ category, gender }) => ({ category: usual.get(categoryKey(category)) ?? category, gender }))
    .sort(compareGroups);
}
