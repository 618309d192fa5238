import { type Group, groupKey, isSameGroup } from '../categories/group.ts';
import { nameKey } from '../participants/same.person.rules.ts';
import type { GroupLimit } from './entry.schema.ts';

/* Pure rules: which riders have a place, and which entries are one rider (J3, J4). */

export interface Limits {
  /** Number of riders in all; null for no limit. */
  limit_in_all: number | null;
  limits_of_groups: readonly GroupLimit[];
}

/** Returns the remaining places of the group, or of the whole competition without `group`; null if unlimited. */
export function placesLeft({ limit_in_all, limits_of_groups }: Limits, taken: readonly Group[], group?: Group) {
  if (!group) return limit_in_all === null ? null : Math.max(0, limit_in_all - taken.length);
  const limit = limits_of_groups.find((one) => isSameGroup(one, group))?.limit;
  if (limit === undefined) return null;
  return Math.max(0, limit - taken.filter((one) => isSameGroup(one, group)).length);
}

/**
 * Lists the waiting riders who get a place (J4), in the order of entry, until the competition is full; riders of full
 * groups are skipped.
 */
export function listPromoted<Waiting extends Group>(
  waiting: readonly Waiting[],
  taken: readonly Group[],
  limits: Limits,
): Waiting[] {
  const placed = [...taken];
  return waiting.filter((one) => {
    const isFree = placesLeft(limits, placed) !== 0 && placesLeft(limits, placed, one) !== 0;
    if (isFree) placed.push(one);
    return isFree;
  });
}

/** Returns the key of a rider: name, category and gender, without case; names also without accents, spaces and punctuation. */
export const riderKey = (rider: Group & { first_name: string; last_name: string }): string =>
  `${nameKey(rider.last_name)} ${nameKey(rider.first_name)} ${groupKey(rider)}`;
