import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { type RankingEntry, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';

/** The page of the ranking that shows a rider. */
export interface RiderPlace extends Group {
  dossard: number;
  /** 1-based page of the group's ranking. */
  page: number;
}

/**
 * Finds the group and the page of a rider among all riders, which are sorted as in the rankings; undefined if the
 * rider's group is not ranked.
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
