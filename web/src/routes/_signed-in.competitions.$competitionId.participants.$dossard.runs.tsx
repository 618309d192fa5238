import { createFileRoute } from '@tanstack/react-router';
import { RunsPage } from '../features/runs/runs.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/participants/$dossard/runs')({
  head: () => ({ meta: [{ title: `${m.runs()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readRuns(context.queryClient, params)),
  component: () => {
    const { competitionId, dossard } = Route.useParams();
    return <RunsPage competitionId={readId(competitionId)} dossard={readId(dossard)} />;
  },
});
