import { createRouter } from '@tanstack/react-router';
import { queryClient } from './api/page.client.ts';
import { judgeScreens } from './routes/judge.screens.tsx';
import { publicScreens } from './routes/public.screens.tsx';
import { root } from './routes/root.route.tsx';
import { signedInScreens } from './routes/signed.in.screens.tsx';

/** Loads the code of the start page, so that it can be shown without network after a sign-out. */
function loadStartPage(): Promise<unknown> {
  return Promise.resolve(router.loadRouteChunk(router.routesByPath['/']));
}

export const router = createRouter({
  routeTree: root.addChildren([...publicScreens, judgeScreens, signedInScreens]),
  context: { queryClient, loadStartPage },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
