import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordPage } from '../features/accounts/change.password.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/_signed-in/change-password')({
  head: () => ({ meta: [{ title: `${m.change_password()} – Dossard` }] }),
  component: ChangePasswordPage,
});
