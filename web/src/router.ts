import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { tellDenial } from './api/denied.ts';
import { routeTree } from './routeTree.gen.ts';

/** How long an answer or a failure stays good enough for the next part of a page that asks for it, in milliseconds. */
const freshMs = 5_000;

/** Retries are the API client's (spec §8), and whether there is a network it finds out itself by asking. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellDenial }),
  mutationCache: new MutationCache({ onError: tellDenial }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: freshMs,
      networkMode: 'always',
      refetchOnReconnect: true,
      // The page that shows a failure does not ask again what its loader has just asked.
      retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > freshMs,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// A page opened without network would else never notice that it is back.
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
