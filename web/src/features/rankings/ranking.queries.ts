import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Group } from '@dossard/contract/text/category.schema.ts';
import { listCategories } from '@dossard/contract/zones/zone.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

/** How often a ranking that is looked at is asked for again, in milliseconds. */
const refreshMs = 5_000;

/** Who reads: anybody, or a member of the competition. */
export type Reader = 'public' | 'member';

export interface RankingChoice extends Group {
  competitionId: number;
  reader: Reader;
  /** 1-based. */
  page: number;
}

/** A page of a ranking; the page before stays on screen until the next one is here, so that it never blanks. */
export const rankingPage = ({ competitionId, reader, category, gender, page }: RankingChoice) =>
  queryOptions({
    queryKey: ['ranking', reader, competitionId, category, gender, page],
    queryFn: ({ signal }) =>
      callApi(reader === 'public' ? getPublicRanking : getRanking, {
        params: { id: competitionId },
        query: { category, gender, page, page_size: rankingPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const rankedGroups = (competitionId: number) =>
  queryOptions({
    queryKey: ['groups', competitionId],
    queryFn: ({ signal }) => callApi(listCategories, { params: { id: competitionId }, signal }),
    staleTime: 60_000,
  });
