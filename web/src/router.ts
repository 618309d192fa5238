import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { tellDenial } from './api/denied.ts';
import { routeTree } from './routeTree.gen.ts';

/** Retries are the API client's (spec §8), and whether there is a network it finds out itself by asking. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellDenial }),
  mutationCache: new MutationCache({ onError: tellDenial }),
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
