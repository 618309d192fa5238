import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { SignOutNotice } from './shell/sign.out.notice.tsx';

interface Props {
  router: AnyRouter;
  queryClient: QueryClient;
}

/** The whole application, the same in the browser and where the server renders its public pages. */
export function App({ router, queryClient }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* Outside the router, so that it also shows on pages that cannot be loaded. */}
        <SignOutNotice />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
