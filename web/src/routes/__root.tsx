import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { BrokenPage, MissingPage } from '../ui/broken.page.tsx';
import { SkipLink } from '../ui/skip.link.tsx';

export const Route = createRootRouteWithContext<{
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
