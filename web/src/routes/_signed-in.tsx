import { createFileRoute, redirect } from '@tanstack/react-router';
import { Failure } from '../api/failure.ts';
import { profile } from '../queries/account.queries.ts';
import { keepsField } from '../referee/phone/phone.notes.ts';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../shell/checking.session.tsx';
import { readAhead } from '../shell/route.options.ts';
import { SignedInFrame } from '../shell/signed.in.frame.tsx';

/** How long the check of the session may keep a referee waiting whose phone has all that is needed, in milliseconds. */
const fieldPatienceMs = 2_000;

/** Every route below is for people who are signed in; the others come back to it after /login. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location, context: { queryClient } }) => {
    // Loaded on phones of referees alone.
    if (keepsField()) await (await import('../referee/offline/kept.answers.ts')).restoreKept(queryClient);
    readAhead(queryClient, location.pathname);
    const ask = () => queryClient.fetchQuery({ ...profile(), staleTime: 0 });
    const { signedIn } = await checkSession(location.pathname, keepsField() ? () => soon(ask()) : ask);
    if (!signedIn) throw redirect({ to: '/login', search: { to: location.href } });
  },
  // Signed-in people may install the product as an application; spectators are not asked to.
  head: () => ({ links: [{ rel: 'manifest', href: '/manifest.webmanifest' }] }),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingSession,
  component: SignedInFrame,
});

/** What does not come soon counts as no answer, which leaves the session as it is (S12). */
function soon<T>(answer: Promise<T>): Promise<T> {
  const none = new Promise<never>((_, reject) => setTimeout(() => reject(new Failure(0)), fieldPatienceMs));
  return Promise.race([answer, none]);
}
