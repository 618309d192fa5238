import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register.page.tsx';
import { checkSession } from '../features/accounts/session.ts';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/register')({
  head: () => ({ meta: [{ title: `${m.create_account()} – Dossard` }] }),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: RegisterPage,
});
