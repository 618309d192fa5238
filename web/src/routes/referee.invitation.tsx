import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '../features/invitations/invitation.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { CheckingSession } from '../shell/checking.session.tsx';
import { titled } from '../shell/route.options.ts';
import { parseToken } from '../text/address.ts';

export const Route = createFileRoute('/referee/invitation')({
  head: titled(m.invitation),
  validateSearch: parseToken,
  beforeLoad: async ({ location }) => ({ session: await checkSession(location.pathname) }),
  pendingMs: 0,
  pendingComponent: CheckingSession,
  component: () => (
    <InvitationPage token={Route.useSearch().token} signedIn={Route.useRouteContext().session.signedIn} />
  ),
});
