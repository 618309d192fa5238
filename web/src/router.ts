import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/page.client.ts';
import { routeTree } from './routeTree.gen.ts';

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
