import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { showDenial } from './api/denied.ts';

/** How long an answer or a failure counts as fresh, so that the parts of a page share one request; in milliseconds. */
const freshMs = 5_000;

/** Creates the query cache of a page. The API client retries, and detects by itself whether there is a network. */
export function createQueryClient(): QueryClient {
  // Otherwise a page that was opened without network never notices that the network is back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({ onError: showDenial }),
    mutationCache: new MutationCache({ onError: showDenial }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: freshMs,
        networkMode: 'always',
        refetchOnReconnect: true,
        // A page that shows a failure does not repeat the request that its loader has just made.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > freshMs,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
