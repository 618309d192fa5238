import { compareCategories, type Group } from '@dossard/contract/categories/category.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';

type Bib = Pick<Participant, 'dossard_number'>;
type Starter = Pick<Participant, 'dossard_number' | 'start_position'>;

export const byBib = (one: Bib, other: Bib): number => one.dossard_number - other.dossard_number;

/** Sorts by position in the group's start order, then by bib; riders without a position are last (R16). */
export const byStart = (one: Starter, other: Starter): number =>
  (one.start_position ?? Number.MAX_SAFE_INTEGER) - (other.start_position ?? Number.MAX_SAFE_INTEGER) ||
  byBib(one, other);

/** Sorts groups in natural order: U9 before U11, women before men. */
export const compareGroups = (one: Group, other: Group): number =>
  compareCategories(one.category, other.category) || one.gender.localeCompare(other.gender);

/** Lists the groups of riders in order, without duplicates. */
export function listGroups(riders: readonly Group[]): Group[] {
  const groups = new Map(riders.map((rider) => [groupKey(rider), { category: rider.category, gender: rider.gender }]));
  return [...groups.values()].sort(compareGroups);
}
