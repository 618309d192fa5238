import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { showDenial } from './denied.ts';
import { hasJustFailed, queryDefaults } from './query.cache.ts';

/** A query cache whose loaders do not repeat a request that has just failed; a retry by the reader still does. */
class PageQueryClient extends QueryClient {
  override prefetchQuery: QueryClient['prefetchQuery'] = async (options) => {
    const query = this.getQueryCache().find({ queryKey: options.queryKey, exact: true });
    if (!query || !hasJustFailed(query)) await super.prefetchQuery(options);
  };
}

/** The query cache of the application; public pages have their own. */
export const queryClient = new PageQueryClient({
  queryCache: new QueryCache({ onError: showDenial }),
  mutationCache: new MutationCache({ onError: showDenial }),
  ...queryDefaults(),
});
