import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { SignOutNotice } from '../shell/sign.out.notice.tsx';
import { SkipLink } from '../shell/skip.link.tsx';
import { BrokenBoundary } from './broken.boundary.tsx';

/** The root of every public page, the same on the server and in the browser. */
export function PublicRoot({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SignOutNotice />
        <SkipLink />
        <BrokenBoundary>{children}</BrokenBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}
