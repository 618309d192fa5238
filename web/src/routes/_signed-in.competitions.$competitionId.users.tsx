import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../features/members/users.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/users')({
  head: () => ({ meta: [{ title: `${m.users()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readMembers(context.queryClient, params)),
  component: () => <UsersPage competitionId={readId(Route.useParams().competitionId)} />,
});
