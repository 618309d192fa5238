import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/alert.tsx';
import { usePendingSignOut } from './pending.sign.out.ts';

/** Warns on every page that the server has not confirmed a sign-out yet. */
export function SignOutNotice() {
  if (!usePendingSignOut()) return null;
  return (
    <Alert kind="warning" title={m.sign_out_pending()}>
      <p>{m.sign_out_pending_why()}</p>
    </Alert>
  );
}
