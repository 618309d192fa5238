import type { Group } from '@dossard/contract/categories/group.ts';
import { getRankingAt, listHistory } from '@dossard/contract/history/history.endpoints.ts';
import type { HistoryKind } from '@dossard/contract/history/history.schema.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { read } from './read.ts';

/** The history of a competition, page by page, newest first; only entries of `kind` if it is given. By hand: infinite. */
export const historyOf = (competitionId: number, kind: HistoryKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['history', competitionId, kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listHistory, {
        params: { id: competitionId },
        query: { kind, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** A page of a group's ranking at a moment in ISO 8601. */
export const rankingAt = (competitionId: number, time: string, { category, gender }: Group, page: number) =>
  read(
    getRankingAt,
    { params: { id: competitionId }, query: { time, category, gender, page, page_size: rankingPageSize } },
    { placeholderData: keepPreviousData },
  );
