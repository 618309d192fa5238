import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../features/accounts/forgot.password.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: `${m.forgot_password_title()} – Dossard` }] }),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: ForgotPasswordPage,
});
