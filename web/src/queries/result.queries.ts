import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { getOfficialList, getPublicList, listResults, verifyList } from '@dossard/contract/results/result.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import type { Reader } from './ranking.queries.ts';

/** How often the states of results are polled, in milliseconds. */
const resultsMs = 30_000;

/** The results of a competition's groups, for its organisers. */
export const resultsOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['results', competitionId],
    queryFn: ({ signal }) => callApi(listResults, { params: { id: competitionId }, signal }),
    refetchInterval: resultsMs,
  });

export interface ListChoice extends Group {
  competitionId: number;
  reader: Reader;
  revision: number;
}

/** An official list with its riders' names. */
export const officialList = ({ competitionId, reader, category, gender, revision }: ListChoice) =>
  queryOptions({
    queryKey: ['official-list', reader, competitionId, category, gender, revision],
    queryFn: ({ signal }) =>
      callApi(reader === 'public' ? getPublicList : getOfficialList, {
        params: { id: competitionId, category, gender, revision },
        signal,
      }),
    enabled: revision > 0,
  });

/** The official list that has a SHA-256. */
export const verifiedList = (sha256: string) =>
  queryOptions({
    queryKey: ['verified-list', sha256],
    queryFn: ({ signal }) => callApi(verifyList, { query: { sha256 }, signal }),
    enabled: sha256 !== '',
    retry: false,
  });

/** Invalidates the queries that show the results of a competition. */
export async function invalidateResults(queryClient: QueryClient, competitionId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: resultsOf(competitionId).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['official-list'] }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
  ]);
}
