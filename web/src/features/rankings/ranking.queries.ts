import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import type { Gender, Group } from '@dossard/contract/categories/category.schema.ts';
import { getPublicRanking, getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { listCategories } from '@dossard/contract/zones/zone.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { liveVersion } from '../../live/live.rankings.ts';
import { readWholeRanking } from './whole.ranking.ts';

/** How often a ranking that is looked at is asked for again, in milliseconds: without a live stream, and with one. */
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
  /** Whether a stream tells of changes. */
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

/** How long the list of all riders to look one up in is taken for fresh, in milliseconds. */
const everybodyFreshMs = 60_000;

/** All riders of a competition with their groups, in the order of the rankings. */
export const everyRider = (competitionId: number, reader: Reader) =>
  queryOptions({
    // Not a ranking to the live stream: who looks a rider up does not want the list read again with each run.
    queryKey: ['everybody', reader, competitionId],
    queryFn: ({ signal }) =>
      readWholeRanking((paging) =>
        callApi(reader === 'public' ? getPublicRanking : getRanking, {
          params: { id: competitionId },
          query: paging,
          signal,
        }),
      ),
    staleTime: everybodyFreshMs,
  });

/** A rider's runs and why their place is theirs; as fresh as the ranking beside it. */
export const riderRanking = (competitionId: number, dossard: number, live: boolean) =>
  queryOptions({
    queryKey: ['ranking', 'rider', competitionId, dossard],
    queryFn: ({ signal }) => callApi(getRiderRanking, { params: { id: competitionId, dossard }, signal }),
    refetchInterval: intervalOf(live),
  });

/** All entries of a category, gender by gender, however many pages they are. */
export const wholeRanking = ({
  competitionId,
  reader,
  category,
  genders,
}: Omit<RankingChoice, 'gender' | 'page' | 'live'> & { genders: readonly Gender[] }) =>
  queryOptions({
    queryKey: ['ranking', 'whole', reader, competitionId, category, genders],
    queryFn: ({ signal }) =>
      Promise.all(
        genders.map(async (gender) => ({
          gender,
          entries: await readWholeRanking((paging) =>
            callApi(reader === 'public' ? getPublicRanking : getRanking, {
              params: { id: competitionId },
              query: { category, gender, ...paging },
              signal,
            }),
          ),
        })),
      ),
    staleTime: 0,
    gcTime: 0,
  });

export const rankedGroups = (competitionId: number) =>
  queryOptions({
    queryKey: ['groups', competitionId],
    queryFn: ({ signal }) => callApi(listCategories, { params: { id: competitionId }, signal }),
    staleTime: 60_000,
  });

export type RankedGroups = AnswerOf<typeof listCategories>;
