import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../features/accounts/forgot.password.page.tsx';
import { m } from '../paraglide/messages.js';
import { checkSession } from '../session/session.ts';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/forgot-password')({
  head: titled(m.forgot_password_title),
  beforeLoad: ({ location }) => void checkSession(location.pathname),
  component: ForgotPasswordPage,
});
