import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '../features/history/history.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/history')({
  head: () => ({ meta: [{ title: `${m.history()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readRanking(context.queryClient, params)),
  component: () => <HistoryPage competitionId={readId(Route.useParams().competitionId)} />,
});
