import type { Group } from '@dossard/contract/categories/group.ts';
import type { WholeRanking } from '@dossard/contract/pages/public.page.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import type { Ranking, RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { liveVersion } from '../live/live.ts';

/* Whole rankings, read from all their pages. */

/** Maximum number of riders in one answer (L2). */
const longestPage = 100;
/**
 * How often reading restarts when the version changes between two pages; after that a rider may be missing, or on two
 * pages.
 */
const attempts = 5;

type ReadPage = (paging: { page: number; page_size: number }) => Promise<Ranking>;

/**
 * Reads the riders on all pages of one version of a ranking, in order, with the version and the group's result;
 * `readPage` requests one of the pages.
 */
export async function readAllPages(readPage: ReadPage): Promise<WholeRanking & { entries: RankingEntry[] }> {
  const read = (page: number) => readPage({ page, page_size: longestPage });
  for (let attempt = 1; ; attempt += 1) {
    const first = await read(1);
    const answers = [first];
    for (let page = 2; page <= Math.ceil(first.total / longestPage); page += 1) answers.push(await read(page));
    const isOneVersion = answers.every(({ version }) => version === first.version);
    const riders = new Map(answers.flatMap(({ rankings }) => rankings).map((entry) => [entry.dossard, entry]));
    const { rankings, total, ...group } = first;
    if (isOneVersion || attempt === attempts) return { entries: [...riders.values()], ...group };
  }
}

/** How often the big screen polls each group, in milliseconds: without a live stream, and with one. */
const refreshMs = 10_000;
const liveRefreshMs = 60_000;

/** All riders of a group, for the big screen; cached and retried as long as the screen is open. */
export const wholeGroup = (competitionId: number, { category, gender }: Group, live: boolean) =>
  queryOptions({
    // The same key prefix as other rankings, so that the live stream invalidates it when its group changes.
    queryKey: ['ranking', 'public', competitionId, category, gender, 'whole'],
    queryFn: ({ signal }): Promise<WholeRanking> =>
      readAllPages((paging) =>
        callApi(getPublicRanking, {
          params: { id: competitionId },
          query: { category, gender, ...paging, version: liveVersion(competitionId) },
          signal,
        }),
      ),
    refetchInterval: live ? liveRefreshMs : refreshMs,
    refetchOnReconnect: 'always',
    gcTime: Number.POSITIVE_INFINITY,
  });
