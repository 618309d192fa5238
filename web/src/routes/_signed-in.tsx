import { createFileRoute, redirect } from '@tanstack/react-router';
import { checkSession } from '../features/accounts/session.ts';
import { keepsField } from '../referee/phone.notes.ts';
import { CheckingSession } from '../ui/checking.session.tsx';
import { SignedInFrame } from '../ui/signed.in.frame.tsx';

/** Every route below is for people who are signed in; the others come back to it after /login (spec §2). */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location, context }) => {
    const { signedIn } = await checkSession(location.pathname);
    if (!signedIn) throw redirect({ to: '/login', search: { to: location.href } });
    // Loaded on phones of referees alone.
    if (keepsField()) {
      await (await import('../referee/kept.answers.ts')).restoreKept(context.queryClient);
    }
  },
  // Whoever works here may install the product as an application; a spectator is not asked to.
  head: () => ({ links: [{ rel: 'manifest', href: '/manifest.webmanifest' }] }),
  pendingMs: 0,
  pendingComponent: CheckingSession,
  component: SignedInFrame,
});
