import { listAccounts, listResets } from '@dossard/contract/administration/administration.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** One page of the accounts that match a search. */
export const accountPage = (search: string, page: number) =>
  queryOptions({
    queryKey: ['accounts', search, page],
    queryFn: ({ signal }) => callApi(listAccounts, { query: { page, ...(search && { search }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** The resets of the last 30 days. */
export const recentResets = () =>
  queryOptions({ queryKey: ['resets'], queryFn: ({ signal }) => callApi(listResets, { signal }) });
