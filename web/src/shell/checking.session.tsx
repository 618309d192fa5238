import { m } from '../paraglide/messages.js';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Spinner } from '../ui/parts/spinner.tsx';
import styles from './checking.session.module.css';

/** Shown while the session is checked: a spinner, then a skeleton of the page. */
export function CheckingSession() {
  return (
    <PageFrame>
      <main className={`page ${styles.checking}`} aria-busy="true" data-waiting={true}>
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
