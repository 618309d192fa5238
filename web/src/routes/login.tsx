import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { readText, type Said } from '../ui/address.ts';

/** A path of this site only, so that a link cannot send people elsewhere after they signed in. */
const ownPath = /^\/(?!\/)[^\\]*$/;

function loginSearch(said: Said): { to?: string | undefined } {
  const to = readText(said.to);
  return { to: to && ownPath.test(to) ? to : undefined };
}

export const Route = createFileRoute('/login')({
  head: () => ({ meta: [{ title: `${m.sign_in()} – Dossard` }] }),
  validateSearch: loginSearch,
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: () => <LoginPage to={Route.useSearch().to} />,
});
