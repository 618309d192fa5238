import { createFileRoute } from '@tanstack/react-router';
import { profile } from '../features/accounts/account.queries.ts';
import { AdminPage } from '../features/administration/admin.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/_signed-in/admin')({
  head: () => ({ meta: [{ title: `${m.administration()} – Dossard` }] }),
  loader: ({ context }) => void context.queryClient.prefetchQuery(profile()),
  component: AdminPage,
});
