import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';

export const Route = createFileRoute('/register')({
  head: () => ({ meta: [{ title: `${m.create_account()} – Dossard` }] }),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: RegisterPage,
});
