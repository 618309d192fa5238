import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { readRanking } from '../../queries/ranking.queries.ts';
import { readAllPages } from '../../queries/whole.ranking.ts';
import type { ResultFacts } from '../../riders/result.note.tsx';

export interface GroupRanking {
  group: Group;
  entries: RankingEntry[];
  /** The state of the group's result. */
  result: ResultFacts;
}

/** The last rank on the podium. */
const lastOnPodium = 3;

/** Reads the whole rankings of groups, one after the other; groups without riders are left out. */
export async function readRankings(competitionId: number, groups: readonly Group[]): Promise<GroupRanking[]> {
  const rankings: GroupRanking[] = [];
  for (const group of groups) {
    const { entries, ...result } = await readAllPages((paging) =>
      readRanking('member', competitionId, { ...group, ...paging }),
    );
    if (entries.length > 0) rankings.push({ group, entries, result });
  }
  return rankings;
}

/** Lists the riders on the podium, the first first; tied riders share a step (R7). */
export const listPodium = (entries: readonly RankingEntry[]): RankingEntry[] =>
  entries.filter(({ rank }) => rank !== null && rank <= lastOnPodium);

/** Lists the riders who have a rank. */
export const listRanked = (entries: readonly RankingEntry[]): RankingEntry[] =>
  entries.filter(({ rank }) => rank !== null);
