import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { liveVersion } from '../../live/live.rankings.ts';
import { readWholeRanking } from '../rankings/whole.ranking.ts';

/** How often each group is asked for again, in milliseconds: without a live stream, and with one. */
const refreshMs = 10_000;
const liveRefreshMs = 60_000;

/** All riders of a group in order; kept and tried again for as long as the screen hangs there. */
export const wholeGroup = (competitionId: number, { category, gender }: Group, live: boolean) =>
  queryOptions({
    // Begins like other rankings: the live stream has those read again whose group changed.
    queryKey: ['ranking', 'public', competitionId, category, gender, 'whole'],
    queryFn: ({ signal }) =>
      readWholeRanking((paging) =>
        callApi(getPublicRanking, {
          params: { id: competitionId },
          query: { category, gender, ...paging, version: liveVersion(competitionId) },
          signal,
        }),
      ),
    refetchInterval: live ? liveRefreshMs : refreshMs,
    gcTime: Number.POSITIVE_INFINITY,
  });
