import { MutationCache, onlineManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { showDenial } from './denied.ts';

/** How long an answer or a failure counts as fresh, so that the parts of a page share one request; in milliseconds. */
const freshMs = 5_000;

/** Whether a request has failed so recently that asking again would repeat it (S10): the client has retried already. */
const hasJustFailed = ({ state }: Pick<Query, 'state'>): boolean =>
  state.status === 'error' && Date.now() - state.errorUpdatedAt <= freshMs;

/** A query cache whose loaders do not repeat a request that has just failed; a retry by the reader still does. */
class PageQueryClient extends QueryClient {
  override prefetchQuery: QueryClient['prefetchQuery'] = async (options) => {
    const query = this.getQueryCache().find({ queryKey: options.queryKey, exact: true });
    if (!query || !hasJustFailed(query)) await super.prefetchQuery(options);
  };
}

/** Creates the query cache of a page. The API client retries, and detects by itself whether there is a network. */
export function createQueryClient(): QueryClient {
  // Otherwise a page that was opened without network never notices that the network is back.
  onlineManager.setOnline(navigator.onLine);
  return new PageQueryClient({
    queryCache: new QueryCache({ onError: showDenial }),
    mutationCache: new MutationCache({ onError: showDenial }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: freshMs,
        networkMode: 'always',
        refetchOnReconnect: true,
        // A page that shows a failure does not repeat the request that its loader has just made.
        retryOnMount: (query) => !hasJustFailed(query),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
