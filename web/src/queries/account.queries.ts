import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

export const profile = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => callApi(getProfile, { signal }),
    staleTime: 60_000,
  });
