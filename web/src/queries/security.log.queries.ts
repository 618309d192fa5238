import { listSecurityEvents } from '@dossard/contract/administration/security.log.endpoints.ts';
import type { SecurityFilter } from '@dossard/contract/administration/security.log.schema.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** One page of the security log. */
export const securityLog = (filter: SecurityFilter, page: number) =>
  queryOptions({
    queryKey: ['security log', filter, page],
    queryFn: ({ signal }) => callApi(listSecurityEvents, { query: { ...filter, page }, signal }),
    placeholderData: keepPreviousData,
  });
