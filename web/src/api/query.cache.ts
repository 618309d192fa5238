import { onlineManager, type Query, type QueryClientConfig } from '@tanstack/react-query';

/** How long an answer or a failure counts as fresh, so that the parts of a page share one request; in milliseconds. */
const freshMs = 5_000;

/** Whether a request has failed so recently that asking again would repeat it (S10): the client has retried already. */
export const hasJustFailed = ({ state }: Pick<Query, 'state'>): boolean =>
  state.status === 'error' && Date.now() - state.errorUpdatedAt <= freshMs;

/** Describes the query cache of a page. The API client retries, and detects by itself whether there is a network. */
export function queryDefaults(): QueryClientConfig {
  // Otherwise a page that was opened without network never notices that the network is back.
  onlineManager.setOnline(navigator.onLine);
  return {
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: freshMs,
        networkMode: 'always',
        refetchOnReconnect: true,
        // A page that shows a failure does not repeat the request that its loader has just made.
        retryOnMount: (query) => !hasJustFailed(query),
      },
      mutations: { networkMode: 'always' },
    },
  };
}
