import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The reader's account. By hand: referees' phones keep the answer under this key. */
export const profile = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => callApi(getProfile, { signal }),
    staleTime: 60_000,
  });
