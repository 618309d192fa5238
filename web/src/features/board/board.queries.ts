import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Group } from '@dossard/contract/text/category.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { liveVersion } from '../../live/live.rankings.ts';

/** How often each group is asked for again, in milliseconds: without a live stream, and with one. */
const refreshMs = 10_000;
const liveRefreshMs = 60_000;
/** Most riders that one answer brings (api: page_size). */
const longestPage = 100;

/** All riders of a group in order; kept and tried again for as long as the screen hangs there. */
export const wholeGroup = (competitionId: number, { category, gender }: Group, live: boolean) =>
  queryOptions({
    // Begins like other rankings: the live stream has those read again whose group changed.
    queryKey: ['ranking', 'public', competitionId, category, gender, 'whole'],
    queryFn: async ({ signal }) => {
      const entries: RankingEntry[] = [];
      for (let page = 1, total = 1; entries.length < total; page += 1) {
        const answer = await callApi(getPublicRanking, {
          params: { id: competitionId },
          query: { category, gender, page, page_size: longestPage, version: liveVersion(competitionId) },
          signal,
        });
        if (answer.rankings.length === 0) break;
        entries.push(...answer.rankings);
        total = answer.total;
      }
      return entries;
    },
    refetchInterval: live ? liveRefreshMs : refreshMs,
    gcTime: Number.POSITIVE_INFINITY,
  });
