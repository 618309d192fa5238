import type { AnswerOf, ClientEndpoint, Reads } from '@dossard/contract/calls/endpoint.ts';
import { queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import { callApi, type Sending } from '../api/client.ts';

type Options<Answer> = Pick<
  UndefinedInitialDataOptions<Answer>,
  'refetchInterval' | 'placeholderData' | 'staleTime' | 'retry' | 'enabled'
>;

/**
 * Describes the read of an endpoint. Its key begins with the endpoint's topic, by which a write invalidates it, and with
 * the ids in its path; an invalid id is not requested.
 */
export function read<E extends ClientEndpoint & Reads>(
  endpoint: E,
  given: Sending<E>,
  options: Options<AnswerOf<E>> = {},
) {
  const ids = Object.values(given.params ?? {});
  return queryOptions<AnswerOf<E>>({
    queryKey: [endpoint.topic, ...ids, endpoint.name, ...(given.query ? [given.query] : [])],
    queryFn: ({ signal }) => callApi(endpoint, { ...given, signal }),
    enabled: !ids.some(Number.isNaN),
    ...options,
  });
}
