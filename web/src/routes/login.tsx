import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login.page.tsx';
import { loginSearch } from '../features/accounts/login.search.ts';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/login')({
  head: titled(m.sign_in),
  validateSearch: loginSearch,
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: () => <LoginPage to={Route.useSearch().to} />,
});
