import type { MouseEvent } from 'react';
import { m } from '../paraglide/messages.js';
import { focusMain } from './main.focus.ts';

/** The first focusable element of every page: skips the header. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault();
    focusMain();
  }
  return (
    <nav aria-label={m.skip_to_content()}>
      {/* biome-ignore lint/a11y/useValidAnchor: announced as a link within the page. */}
      <a href="#main" className="skip-link button button-go" onClick={skip}>
        {m.skip_to_content()}
      </a>
    </nav>
  );
}
