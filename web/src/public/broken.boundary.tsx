import { Component, type ReactNode } from 'react';
import { formatFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Alert } from '../ui/parts/alert.tsx';

interface Props {
  children: ReactNode;
}

/** Shows the error instead of a public page that failed to render, and offers to reload it. */
export class BrokenBoundary extends Component<Props, { error?: unknown }> {
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
            <button type="button" className="button" onClick={() => window.location.reload()}>
              {m.retry()}
            </button>
            <a href="/">{m.to_start()}</a>
          </Alert>
        </main>
      </PageFrame>
    );
  }
}
