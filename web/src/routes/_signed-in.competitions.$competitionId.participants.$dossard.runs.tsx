import { createFileRoute } from '@tanstack/react-router';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { riderByBib, runsOfRider } from '../features/runs/run.queries.ts';
import { RunsPage } from '../features/runs/runs.page.tsx';
import { zonesOf } from '../features/zones/zone.queries.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/participants/$dossard/runs')({
  head: () => ({ meta: [{ title: `${m.runs()} – Dossard` }] }),
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    const dossard = readId(params.dossard);
    if (id === undefined || Number.isNaN(dossard)) return;
    void queryClient.prefetchQuery(riderByBib(id, dossard));
    void queryClient.prefetchQuery(runsOfRider(id, dossard));
    void queryClient.prefetchQuery(zonesOf(id));
  },
  component: () => {
    const { competitionId, dossard } = Route.useParams();
    return <RunsPage competitionId={readId(competitionId)} dossard={readId(dossard)} />;
  },
});
