import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '../features/administration/admin.page.tsx';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/admin')({
  head: titled(m.administration),
  loader: ({ context }) => void context.queryClient.prefetchQuery(profile()),
  component: AdminPage,
});
