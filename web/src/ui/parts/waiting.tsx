import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';

interface Props {
  /** The height of what loads, in rem, or a class that gives it. */
  height?: number;
  className?: string | undefined;
}

/**
 * A part of a page while it loads. The content below it is hidden until the part has loaded (`base.css`); otherwise it
 * would move under the pointer just before a click.
 */
export function Waiting({ height, className = '' }: Props) {
  const minHeight = height && `${height}rem`;
  return <div className={`${className} skeleton`} style={{ minHeight }} aria-busy="true" data-waiting={true} />;
}

/** A page while it loads, which screen readers announce. */
export function WaitingPage({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true" data-waiting={true}>
      <span className="visually-hidden" role="status">
        {m.loading()}
      </span>
      {children}
    </div>
  );
}

/** Takes the place of a part that may appear after loading, so that the content below waits. */
export function MayCome() {
  return <span data-waiting={true} />;
}
