import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../features/accounts/forgot.password.page.tsx';
import { checkSession } from '../features/accounts/session.ts';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: `${m.forgot_password_title()} – Dossard` }] }),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: ForgotPasswordPage,
});
