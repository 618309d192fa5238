import type { AnswerOf, ClientEndpoint, Reads } from '@dossard/contract/calls/endpoint.ts';
import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import { callApi, type Sending } from '../api/client.ts';

interface Options<Answer>
  extends Pick<
    UndefinedInitialDataOptions<Answer>,
    'refetchInterval' | 'refetchOnReconnect' | 'placeholderData' | 'staleTime' | 'retry' | 'enabled'
  > {
  /** The key, where referees' phones keep the answer under it, or a public page brings it. */
  key?: QueryKey;
}

/**
 * Describes the read of an endpoint. Its key begins with the endpoint's topic, by which a write invalidates it, and with
 * the ids in its path; an invalid id is not requested.
 */
export function read<E extends ClientEndpoint & Reads>(
  endpoint: E,
  given: Sending<E>,
  { key, ...options }: Options<AnswerOf<E>> = {},
) {
  const ids = Object.values(given.params ?? {});
  return queryOptions<AnswerOf<E>>({
    queryKey: key ?? [endpoint.topic, ...ids, endpoint.name, given.query],
    queryFn: ({ signal }) => callApi(endpoint, { ...given, signal }),
    enabled: !ids.some(Number.isNaN),
    ...options,
  });
}
