import { createFileRoute } from '@tanstack/react-router';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { membersOf } from '../features/members/member.queries.ts';
import { UsersPage } from '../features/members/users.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/users')({
  head: () => ({ meta: [{ title: `${m.users()} – Dossard` }] }),
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    if (id === undefined) return;
    void queryClient.prefetchQuery(membersOf(id));
  },
  component: () => <UsersPage competitionId={readId(Route.useParams().competitionId)} />,
});
