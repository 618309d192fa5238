import { createFileRoute } from '@tanstack/react-router';
import { EditCompetitionPage } from '../features/competitions/edit.competition.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/edit')({
  head: () => ({ meta: [{ title: `${m.edit_competition()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readZones(context.queryClient, params)),
  component: () => <EditCompetitionPage competitionId={readId(Route.useParams().competitionId)} />,
});
