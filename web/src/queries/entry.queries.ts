import { getEntryForm, getEntryPage, listEntries } from '@dossard/contract/entries/entry.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The public entry page of a competition (J1). */
export const openEntryPage = (competitionId: number) =>
  queryOptions({
    queryKey: ['entry-page', competitionId],
    queryFn: ({ signal }) => callApi(getEntryPage, { params: { id: competitionId }, signal }),
    enabled: !Number.isNaN(competitionId),
  });

/** The form that a mailed link opens (J5). */
export const linkedForm = (token: string) =>
  queryOptions({
    queryKey: ['entry-form', token],
    queryFn: ({ signal }) => callApi(getEntryForm, { query: { token }, signal }),
  });

/** The entries of a competition with their contacts, for its admins. */
export const entriesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['entries', competitionId],
    queryFn: ({ signal }) => callApi(listEntries, { params: { id: competitionId }, signal }),
    refetchInterval: 30_000,
    enabled: !Number.isNaN(competitionId),
  });
