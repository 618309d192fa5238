import { compareCategories, type Group } from '@dossard/contract/categories/category.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';

type Bib = Pick<Participant, 'dossard_number'>;
type Starter = Pick<Participant, 'dossard_number' | 'start_position'>;

export const byBib = (one: Bib, other: Bib): number => one.dossard_number - other.dossard_number;

/** By place in the start order of the group, then by bib; who has no place comes last (R16). */
export const byStart = (one: Starter, other: Starter): number =>
  (one.start_position ?? Number.MAX_SAFE_INTEGER) - (other.start_position ?? Number.MAX_SAFE_INTEGER) ||
  byBib(one, other);

/** Orders groups as people read them: U9 before U11, women before men. */
export const compareGroups = (one: Group, other: Group): number =>
  compareCategories(one.category, other.category) || one.gender.localeCompare(other.gender);

/** Lists the groups of riders, each once, in order. */
export function listGroups(riders: readonly Group[]): Group[] {
  const groups = new Map(riders.map((rider) => [groupKey(rider), { category: rider.category, gender: rider.gender }]));
  return [...groups.values()].sort(compareGroups);
}
