import { createFileRoute } from '@tanstack/react-router';
import { UnresolvedRunsPage } from '../features/runs/unresolved.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/unresolved-runs')({
  head: () => ({ meta: [{ title: `${m.unresolved_runs()} – Dossard` }] }),
  component: () => <UnresolvedRunsPage competitionId={readId(Route.useParams().competitionId)} />,
});
