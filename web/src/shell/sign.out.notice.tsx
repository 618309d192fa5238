import { m } from '../paraglide/messages.js';
import { usePendingSignOut } from '../session/pending.sign.out.ts';
import { Alert } from '../ui/parts/alert.tsx';

/** Warns on every page that the server has not confirmed a sign-out yet. */
export function SignOutNotice() {
  if (!usePendingSignOut()) return null;
  return <Alert kind="warning" title={m.sign_out_pending()} why={m.sign_out_pending_why()} />;
}
