import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { getPublicRanking, getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { liveVersion } from '../live/live.rankings.ts';

/** How often a visible ranking is polled, in milliseconds: without a live stream, and with one. */
const refreshMs = 5_000;
const liveRefreshMs = 30_000;

const intervalOf = (live: boolean) => (live ? liveRefreshMs : refreshMs);

/** Who reads: anybody, or a member of the competition. */
export type Reader = 'public' | 'member';

export interface RankingChoice extends Group {
  competitionId: number;
  reader: Reader;
  /** 1-based. */
  page: number;
  /** Whether a live stream is open. */
  live: boolean;
}

/** A page of a ranking; the page before stays on screen until the next one is here, so that it never blanks. */
export const rankingPage = ({ competitionId, reader, category, gender, page, live }: RankingChoice) =>
  queryOptions({
    queryKey: ['ranking', reader, competitionId, category, gender, page],
    queryFn: ({ signal }) =>
      callApi(reader === 'public' ? getPublicRanking : getRanking, {
        params: { id: competitionId },
        query: { category, gender, page, page_size: rankingPageSize, version: liveVersion(competitionId) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: intervalOf(live),
  });

/** A rider's runs and why their place is theirs; as fresh as the ranking beside it. */
export const riderRanking = (competitionId: number, dossard: number, live: boolean) =>
  queryOptions({
    queryKey: ['ranking', 'rider', competitionId, dossard],
    queryFn: ({ signal }) => callApi(getRiderRanking, { params: { id: competitionId, dossard }, signal }),
    refetchInterval: intervalOf(live),
  });
