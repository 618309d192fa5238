import { createFileRoute, redirect } from '@tanstack/react-router';
import { Failure } from '../api/failure.ts';
import { profile } from '../queries/account.queries.ts';
import { keepsField } from '../referee/phone/phone.notes.ts';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../shell/checking.session.tsx';
import { readAhead } from '../shell/route.options.ts';
import { SignedInFrame } from '../shell/signed.in.frame.tsx';

/** Longest check of the session on a phone that has all offline data, in milliseconds. */
const fieldPatienceMs = 2_000;

/** All routes below require a session; other readers are sent to /login and return here afterwards. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location, context: { queryClient } }) => {
    // Only loaded on referees' phones.
    if (keepsField()) await (await import('../referee/offline/kept.answers.ts')).restoreKept(queryClient);
    readAhead(queryClient, location.pathname);
    const ask = () => queryClient.fetchQuery({ ...profile(), staleTime: 0 });
    const { signedIn } = await checkSession(location.pathname, keepsField() ? () => soon(ask()) : ask);
    if (!signedIn) throw redirect({ to: '/login', search: { to: location.href } });
  },
  // Only signed-in pages can be installed as an application; spectators are not asked to.
  head: () => ({ links: [{ rel: 'manifest', href: '/manifest.webmanifest' }] }),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingSession,
  component: SignedInFrame,
});

/** Rejects a late answer like a missing one, which keeps the session unchanged (S12). */
function soon<T>(answer: Promise<T>): Promise<T> {
  const none = new Promise<never>((_, reject) => setTimeout(() => reject(new Failure(0)), fieldPatienceMs));
  return Promise.race([answer, none]);
}
