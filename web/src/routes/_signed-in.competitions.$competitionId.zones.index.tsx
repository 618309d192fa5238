import { createFileRoute } from '@tanstack/react-router';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { zonesOf } from '../features/zones/zone.queries.ts';
import { ZonesPage } from '../features/zones/zones.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/')({
  head: () => ({ meta: [{ title: `${m.zones()} – Dossard` }] }),
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    if (id === undefined) return;
    void queryClient.prefetchQuery(zonesOf(id));
  },
  component: () => <ZonesPage competitionId={readId(Route.useParams().competitionId)} />,
});
