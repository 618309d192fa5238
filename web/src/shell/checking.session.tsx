import { useLayoutEffect, useRef } from 'react';
import { m } from '../paraglide/messages.js';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Spinner } from '../ui/parts/spinner.tsx';
import styles from './checking.session.module.css';
import { focusMain } from './main.focus.ts';

/** Shown while the session is checked: a spinner, then a skeleton of the page. */
export function CheckingSession() {
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const checking = main.current;
    // A reader who has skipped the header meanwhile goes on in the content of the page.
    return () => {
      if (checking && document.activeElement === checking) queueMicrotask(focusMain);
    };
  }, []);
  return (
    <PageFrame>
      <main ref={main} className={`page ${styles.checking}`} aria-busy="true" data-waiting={true}>
        <Spinner label={m.checking_session()} />
        <div className={styles.checkingLayout} aria-hidden="true">
          <div className={`skeleton ${styles.checkingTitle}`} />
          <div className={`card skeleton ${styles.checkingCard}`} />
          <div className={`card skeleton ${styles.checkingCard}`} />
          <div className={`card skeleton ${styles.checkingCard}`} />
        </div>
      </main>
    </PageFrame>
  );
}
