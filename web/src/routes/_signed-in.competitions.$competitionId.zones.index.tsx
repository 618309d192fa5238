import { createFileRoute } from '@tanstack/react-router';
import { competitionById } from '../features/competitions/competition.queries.ts';
import { zonesOf } from '../features/zones/zone.queries.ts';
import { ZonesPage } from '../features/zones/zones.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/')({
  head: () => ({ meta: [{ title: `${m.zones()} – Dossard` }] }),
  loader: ({ context, params }) => {
    const id = readId(params.competitionId);
    if (Number.isNaN(id)) return;
    void context.queryClient.prefetchQuery(competitionById(id));
    void context.queryClient.prefetchQuery(zonesOf(id));
  },
  component: () => <ZonesPage competitionId={readId(Route.useParams().competitionId)} />,
});
