import type { MouseEvent } from 'react';
import { m } from '../paraglide/messages.js';
import styles from './skip.link.module.css';

/** The first thing that the keyboard reaches on every page: past its head, to what it is about. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault();
    const main = document.querySelector('main');
    main?.setAttribute('tabindex', '-1');
    main?.focus();
  }
  return (
    <nav aria-label={m.skip_to_content()}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link within the page, as screen readers announce it; its address stays. */}
      <a href="#main" className={`${styles.skipLink} button button-go`} onClick={skip}>
        {m.skip_to_content()}
      </a>
    </nav>
  );
}
