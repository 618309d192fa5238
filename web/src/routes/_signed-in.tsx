import { createFileRoute, redirect } from '@tanstack/react-router';
import { checkSession } from '../features/accounts/session.ts';
import { m } from '../paraglide/messages.js';
import { PageFrame } from '../ui/page.frame.tsx';
import { SignedInFrame } from '../ui/signed.in.frame.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Every route below is for people who are signed in; the others come back to it after /login (spec §2). */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    const { signedIn } = await checkSession(location.pathname);
    if (!signedIn) throw redirect({ to: '/login', search: { to: location.href } });
  },
  pendingMs: 0,
  pendingComponent: () => (
    <PageFrame>
      <Spinner label={m.checking_session()} />
    </PageFrame>
  ),
  component: SignedInFrame,
});
