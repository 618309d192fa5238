import { compareGroups, type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';

type Bib = Pick<Participant, 'dossard_number'>;

export const byBib = (one: Bib, other: Bib): number => one.dossard_number - other.dossard_number;

/** Lists the groups of riders in order, without duplicates. */
export function listGroups(riders: readonly Group[]): Group[] {
  const groups = new Map(riders.map((rider) => [groupKey(rider), { category: rider.category, gender: rider.gender }]));
  return [...groups.values()].sort(compareGroups);
}
