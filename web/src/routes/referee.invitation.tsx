import { createFileRoute } from '@tanstack/react-router';
import { tokenSearch } from '../features/accounts/token.search.ts';
import { InvitationPage } from '../features/invitations/invitation.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../ui/checking.session.tsx';

export const Route = createFileRoute('/referee/invitation')({
  head: () => ({ meta: [{ title: `${m.invitation()} – Dossard` }] }),
  validateSearch: tokenSearch,
  beforeLoad: async ({ location }) => ({ session: await checkSession(location.pathname) }),
  pendingMs: 0,
  pendingComponent: CheckingSession,
  component: () => (
    <InvitationPage token={Route.useSearch().token} signedIn={Route.useRouteContext().session.signedIn} />
  ),
});
