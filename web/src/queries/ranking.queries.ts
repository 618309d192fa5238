import type { Group } from '@dossard/contract/categories/group.ts';
import { getPublicRanking, getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { type RankingQuery, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { liveVersion } from '../live/live.ts';
import { read } from './read.ts';

/** How often a visible ranking is polled, in milliseconds: without a live stream, and with one. */
const refreshMs = 5_000;
const liveRefreshMs = 30_000;

const refreshing = (live: boolean) =>
  ({
    refetchInterval: live ? liveRefreshMs : refreshMs,
    // Also while it counts as fresh, so that its time is new.
    refetchOnReconnect: 'always',
  }) as const;

/** The kind of reader: the public, or a member of the competition. */
export type Reader = 'public' | 'member';

export interface RankingChoice extends Group {
  competitionId: number;
  reader: Reader;
  /** 1-based. */
  page: number;
  /** True while a live stream is open. */
  live: boolean;
}

/** Reads a page of a ranking, as the reader may see it. */
export const readRanking = (
  reader: Reader,
  competitionId: number,
  query: Partial<RankingQuery>,
  signal?: AbortSignal,
) => callApi(reader === 'public' ? getPublicRanking : getRanking, { params: { id: competitionId }, query, signal });

/** A page of a ranking; the previous page stays on screen until the next one has loaded, so that it is never blank. */
export const rankingPage = ({ competitionId, reader, category, gender, page, live }: RankingChoice) =>
  queryOptions({
    queryKey: ['ranking', reader, competitionId, category, gender, page],
    queryFn: ({ signal }) =>
      readRanking(
        reader,
        competitionId,
        { category, gender, page, page_size: rankingPageSize, version: liveVersion(competitionId) },
        signal,
      ),
    placeholderData: keepPreviousData,
    ...refreshing(live),
  });

/** A rider's runs with an explanation of their rank; polled as often as the ranking beside it. */
export const riderRanking = (competitionId: number, dossard: number, live: boolean) =>
  read(
    getRiderRanking,
    { params: { id: competitionId, dossard } },
    { key: ['ranking', 'rider', competitionId, dossard], ...refreshing(live) },
  );
