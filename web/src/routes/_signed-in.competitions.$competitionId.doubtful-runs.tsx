import { createFileRoute } from '@tanstack/react-router';
import { DoubtfulRunsPage } from '../features/runs/doubtful.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/doubtful-runs')({
  head: () => ({ meta: [{ title: `${m.doubtful_runs()} – Dossard` }] }),
  component: () => <DoubtfulRunsPage competitionId={readId(Route.useParams().competitionId)} />,
});
