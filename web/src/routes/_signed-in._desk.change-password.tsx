import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordPage } from '../features/accounts/change.password.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/change-password')({
  head: titled(m.change_password),
  component: ChangePasswordPage,
});
