import {
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

export const publicCompetitions = () =>
  queryOptions({
    queryKey: ['competitions', 'public'],
    queryFn: ({ signal }) => callApi(listPublicCompetitions, { signal }),
  });

export const myCompetitions = () =>
  queryOptions({
    queryKey: ['competitions', 'mine'],
    queryFn: ({ signal }) => callApi(listCompetitions, { signal }),
  });

export const competitionById = (id: number) =>
  queryOptions({
    queryKey: ['competition', id],
    queryFn: ({ signal }) => callApi(getCompetition, { params: { id }, signal }),
  });
