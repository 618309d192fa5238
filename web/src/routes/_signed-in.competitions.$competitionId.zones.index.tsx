import { createFileRoute } from '@tanstack/react-router';
import { ZonesPage } from '../features/zones/zones.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/')({
  head: () => ({ meta: [{ title: `${m.zones()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readZones(context.queryClient, params)),
  component: () => <ZonesPage competitionId={readId(Route.useParams().competitionId)} />,
});
