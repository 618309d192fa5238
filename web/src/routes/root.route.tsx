import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { BrokenPage, MissingPage } from '../shell/broken.page.tsx';
import { SkipLink } from '../shell/skip.link.tsx';

export const root = createRootRouteWithContext<{
  queryClient: QueryClient;
  loadStartPage: () => Promise<unknown>;
}>()({
  head: () => ({ meta: [{ title: 'Dossard' }] }),
  component: () => (
    <>
      <HeadContent />
      <SkipLink />
      <Outlet />
    </>
  ),
  notFoundComponent: MissingPage,
  errorComponent: BrokenPage,
});
