import { listSessions } from '@dossard/contract/accounts/security.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The sessions of the reader's account. */
export const ownSessions = () =>
  queryOptions({ queryKey: ['own sessions'], queryFn: ({ signal }) => callApi(listSessions, { signal }) });
