import { m } from '../paraglide/messages.js';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Spinner } from '../ui/parts/spinner.tsx';
import './checking.session.css';

/** Shown while the session is checked: a spinner, and soon the layout to come. */
export function CheckingSession() {
  return (
    <PageFrame>
      <main className="page checking" aria-busy="true">
        <Spinner label={m.checking_session()} />
        <div className="checking-layout" aria-hidden="true">
          <div className="skeleton checking-title" />
          <div className="card skeleton checking-card" />
          <div className="card skeleton checking-card" />
          <div className="card skeleton checking-card" />
        </div>
      </main>
    </PageFrame>
  );
}
