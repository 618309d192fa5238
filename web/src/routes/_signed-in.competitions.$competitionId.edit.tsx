import { createFileRoute } from '@tanstack/react-router';
import { EditCompetitionPage } from '../features/competitions/edit.competition.page.tsx';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { zonesOf } from '../features/zones/zone.queries.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/edit')({
  head: () => ({ meta: [{ title: `${m.edit_competition()} – Dossard` }] }),
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    if (id === undefined) return;
    void queryClient.prefetchQuery(zonesOf(id));
  },
  component: () => <EditCompetitionPage competitionId={readId(Route.useParams().competitionId)} />,
});
