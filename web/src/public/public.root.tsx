import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, StrictMode } from 'react';
import { formatFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { SignOutNotice } from '../shell/sign.out.notice.tsx';
import { SkipLink } from '../shell/skip.link.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { PlainButton } from '../ui/parts/plain.button.tsx';

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

interface BoundaryProps {
  children: ReactNode;
}

/** Shows the error instead of a public page that failed to render, and offers to reload it. */
class BrokenBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (!('error' in this.state)) return this.props.children;
    return (
      <PageFrame>
        <main className="page">
          <Alert kind="problem" title={formatFailure(this.state.error)}>
            <PlainButton action={m.retry()} onClick={() => window.location.reload()} />
            <a href="/">{m.to_start()}</a>
          </Alert>
        </main>
      </PageFrame>
    );
  }
}
