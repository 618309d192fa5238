import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { type RankingEntry, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';

/** Where a rider's row is found. */
export interface RiderPlace extends Group {
  dossard: number;
  /** 1-based page of the group's ranking. */
  page: number;
}

/**
 * Finds the group and the page of a rider, among all riders in the order of the rankings; undefined where the rider's
 * group is not among the ranked ones.
 */
export function placeOfRider(
  everybody: readonly RankingEntry[],
  rider: RankingEntry,
  ranked: readonly Group[],
): RiderPlace | undefined {
  const key = groupKey(rider);
  const group = ranked.find((one) => groupKey(one) === key);
  if (!group) return undefined;
  const index = everybody.filter((one) => groupKey(one) === key).findIndex(({ dossard }) => dossard === rider.dossard);
  return { ...group, dossard: rider.dossard, page: Math.floor(index / rankingPageSize) + 1 };
}
