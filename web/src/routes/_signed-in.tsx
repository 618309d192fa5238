import { createFileRoute, redirect } from '@tanstack/react-router';
import { profile } from '../features/accounts/account.queries.ts';
import { readAhead } from '../features/competitions/read.ahead.ts';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../ui/checking.session.tsx';
import { SignedInFrame } from '../ui/signed.in.frame.tsx';

/** Every route below is for people who are signed in; the others come back to it after /login (spec §2). */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location, context: { queryClient } }) => {
    readAhead(queryClient, location.pathname);
    const ask = () => queryClient.fetchQuery({ ...profile(), staleTime: 0 });
    const { signedIn } = await checkSession(location.pathname, ask);
    if (!signedIn) throw redirect({ to: '/login', search: { to: location.href } });
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingSession,
  component: SignedInFrame,
});
