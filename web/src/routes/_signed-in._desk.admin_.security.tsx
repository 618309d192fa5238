import { createFileRoute } from '@tanstack/react-router';
import { InstallationSecurityPage } from '../features/administration/security.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/admin_/security')({
  head: titled(m.admin_security),
  component: InstallationSecurityPage,
});
