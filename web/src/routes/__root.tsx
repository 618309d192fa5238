import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { SignOutNotice } from '../session/sign.out.notice.tsx';
import { BrokenPage, MissingPage } from '../ui/broken.page.tsx';
import { SkipLink } from '../ui/skip.link.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({ meta: [{ title: 'Dossard' }] }),
  component: () => (
    <>
      <HeadContent />
      <SkipLink />
      <SignOutNotice />
      <Outlet />
    </>
  ),
  notFoundComponent: MissingPage,
  errorComponent: BrokenPage,
});
