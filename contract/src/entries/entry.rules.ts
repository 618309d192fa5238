import { categoryKey, type Group } from '../categories/category.schema.ts';
import type { GroupLimit } from './entry.schema.ts';

/* Pure rules: which riders have a place, and which entries are one rider (J3, J4). */

export interface Limits {
  /** Number of riders in all; null for no limit. */
  limit_in_all: number | null;
  limits_of_groups: readonly GroupLimit[];
}

const keyOf = ({ category, gender }: Group) => `${categoryKey(category)} ${gender}`;

/** Returns the remaining places, in all and in a group; null for no limit, never below 0. */
export function placesLeft({ limit_in_all, limits_of_groups }: Limits, taken: readonly Group[], group?: Group) {
  if (!group) return limit_in_all === null ? null : Math.max(0, limit_in_all - taken.length);
  const limit = limits_of_groups.find((one) => keyOf(one) === keyOf(group))?.limit;
  if (limit === undefined) return null;
  return Math.max(0, limit - taken.filter((one) => keyOf(one) === keyOf(group)).length);
}

/**
 * Finds the waiting riders who get a place (J4): in the order of entry, as long as there is one in all; a rider of a
 * full group is skipped.
 */
export function findPlaces<Waiting extends Group>(
  waiting: readonly Waiting[],
  taken: readonly Group[],
  limits: Limits,
): Waiting[] {
  const now = [...taken];
  return waiting.filter((one) => {
    const isFree = placesLeft(limits, now) !== 0 && placesLeft(limits, now, one) !== 0;
    if (isFree) now.push(one);
    return isFree;
  });
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the key of a rider: name, category and gender, without case, accents and punctuation. */
export const riderKey = (rider: Group & { first_name: string; last_name: string }): string =>
  `${plain(rider.last_name)} ${plain(rider.first_name)} ${keyOf(rider)}`;
