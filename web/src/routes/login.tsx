import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { titled } from '../shell/route.options.ts';
import { parseText, type RawSearch } from '../text/address.ts';

/** Only a path of this site, so that a link cannot redirect people to another site after the sign-in. */
const ownPath = /^\/(?!\/)[^\\]*$/;

function loginSearch(raw: RawSearch): { to?: string | undefined } {
  const to = parseText(raw.to);
  return { to: to && ownPath.test(to) ? to : undefined };
}

export const Route = createFileRoute('/login')({
  head: titled(m.sign_in),
  validateSearch: loginSearch,
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: () => <LoginPage to={Route.useSearch().to} />,
});
