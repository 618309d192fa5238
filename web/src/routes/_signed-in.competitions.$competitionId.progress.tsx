import { createFileRoute } from '@tanstack/react-router';
import { ProgressPage } from '../features/participants/progress.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/progress')({
  head: () => ({ meta: [{ title: `${m.progress()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readProgress(context.queryClient, params)),
  component: () => <ProgressPage competitionId={readId(Route.useParams().competitionId)} />,
});
