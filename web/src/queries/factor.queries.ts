import { listFactors } from '@dossard/contract/accounts/factor.endpoints.ts';
import { getFactorRule } from '@dossard/contract/administration/administration.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** The second factors of the reader's account. */
export const ownFactors = () =>
  queryOptions({ queryKey: ['own factors'], queryFn: ({ signal }) => callApi(listFactors, { signal }) });

/** Which accounts must have a second factor. */
export const factorRule = () =>
  queryOptions({ queryKey: ['factor rule'], queryFn: ({ signal }) => callApi(getFactorRule, { signal }) });
