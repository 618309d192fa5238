import { m } from '../paraglide/messages.js';
import { PageFrame } from './page.frame.tsx';
import { Spinner } from './spinner.tsx';

/** What a page shows that has to know first who reads it. */
export function CheckingSession() {
  return (
    <PageFrame>
      <Spinner label={m.checking_session()} />
    </PageFrame>
  );
}
