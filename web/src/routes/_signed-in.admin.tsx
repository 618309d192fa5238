import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '../features/administration/admin.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/_signed-in/admin')({
  head: () => ({ meta: [{ title: `${m.administration()} – Dossard` }] }),
  component: AdminPage,
});
