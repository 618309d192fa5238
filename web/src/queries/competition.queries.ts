import {
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { listPublicSeriesOf } from '@dossard/contract/series/series.endpoints.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { storeAnswer } from './store.answer.ts';

export const publicCompetitions = () =>
  queryOptions({
    queryKey: ['competitions', 'public'],
    queryFn: ({ signal }) => callApi(listPublicCompetitions, { signal }),
  });

/** One public competition; null if it does not exist or is private. */
export const publicCompetition = (id: number) =>
  queryOptions({
    queryKey: ['competitions', 'public', id],
    queryFn: async ({ client }) => {
      const { competitions } = await client.fetchQuery(publicCompetitions());
      return competitions.find((one) => one.id === id) ?? null;
    },
    enabled: !Number.isNaN(id),
  });

/** The public series that a public competition counts for (T12). */
export const publicSeriesOf = (id: number) =>
  queryOptions({
    queryKey: ['series', 'of', id],
    queryFn: ({ signal }) => callApi(listPublicSeriesOf, { params: { id }, signal }),
    staleTime: 60_000,
  });

export const myCompetitions = () =>
  queryOptions({
    queryKey: ['competitions', 'mine'],
    queryFn: ({ signal }) => callApi(listCompetitions, { signal }),
  });

/** The deleted competitions that the reader can still restore. */
export const deletedCompetitions = () =>
  queryOptions({
    queryKey: ['competitions', 'deleted'],
    queryFn: ({ signal }) => callApi(listCompetitions, { query: { deleted: 'true' }, signal }),
  });

export const competitionById = (id: number) =>
  queryOptions({
    queryKey: ['competition', id],
    queryFn: ({ signal }) => callApi(getCompetition, { params: { id }, signal }),
    enabled: !Number.isNaN(id),
  });

/** Updates a competition in the cache and invalidates everything that depends on its settings. */
export async function storeCompetition(queryClient: QueryClient, competition: Competition): Promise<void> {
  await storeAnswer(queryClient, competitionById(competition.id), competition);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['competitions'] }),
    queryClient.invalidateQueries({ queryKey: competitionById(competition.id).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['ranking'] }),
  ]);
}
