import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { showDenial } from './api/denied.ts';
import { routeTree } from './routeTree.gen.ts';

/** How long an answer or a failure counts as fresh, so that the parts of a page share one request; in milliseconds. */
const freshMs = 5_000;

/** The API client retries, and finds out by itself whether there is a network. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: showDenial }),
  mutationCache: new MutationCache({ onError: showDenial }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: freshMs,
      networkMode: 'always',
      refetchOnReconnect: true,
      // A page that shows a failure does not repeat the request its loader has just made.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > freshMs,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Otherwise a page opened without network never notices that it is back.
onlineManager.setOnline(navigator.onLine);

/** Loads the code of the start page, so that it can be shown without network after a sign-out. */
function loadStartPage(): Promise<unknown> {
  return Promise.resolve(router.loadRouteChunk(router.routesByPath['/']));
}

export const router = createRouter({
  routeTree,
  context: { queryClient, loadStartPage },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
