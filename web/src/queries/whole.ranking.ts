import type { Gender, Group } from '@dossard/contract/categories/category.schema.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import type { Ranking, RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { liveVersion } from '../live/live.rankings.ts';
import type { RankingChoice, Reader } from './ranking.queries.ts';

/* Rankings read as a whole, over all their pages: to print them and to find a rider. */

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

/** Most riders that one answer brings (L2). */
const longestPage = 100;
/** How often it is begun anew when runs come in between two pages; then a rider may stand on both or on neither. */
const attempts = 5;

/** Reads all pages of one version of a ranking, in order; `readPage` asks for one of them. */
export async function readWholeRanking(
  readPage: (paging: { page: number; page_size: number }) => Promise<Ranking>,
): Promise<RankingEntry[]> {
  const read = (page: number) => readPage({ page, page_size: longestPage });
  for (let attempt = 1; ; attempt += 1) {
    const first = await read(1);
    const answers = [first];
    for (let page = 2; page <= Math.ceil(first.total / longestPage); page += 1) answers.push(await read(page));
    const isOneVersion = answers.every(({ version }) => version === first.version);
    const riders = new Map(answers.flatMap(({ rankings }) => rankings).map((entry) => [entry.dossard, entry]));
    if (isOneVersion || attempt === attempts) return [...riders.values()];
  }
}

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
