import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/register')({
  head: titled(m.create_account),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: RegisterPage,
});
