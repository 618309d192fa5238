import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../features/accounts/security.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/profile_/security')({
  head: titled(m.security),
  component: SecurityPage,
});
