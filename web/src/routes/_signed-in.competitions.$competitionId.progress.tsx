import { createFileRoute } from '@tanstack/react-router';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { progressOf } from '../features/participants/participant.queries.ts';
import { ProgressPage } from '../features/participants/progress.page.tsx';
import { zonesOf } from '../features/zones/zone.queries.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/progress')({
  head: () => ({ meta: [{ title: `${m.progress()} – Dossard` }] }),
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    if (id === undefined) return;
    void queryClient.prefetchQuery(progressOf(id));
    void queryClient.prefetchQuery(zonesOf(id));
  },
  component: () => <ProgressPage competitionId={readId(Route.useParams().competitionId)} />,
});
