import { createFileRoute } from '@tanstack/react-router';
import { PlacesPage } from '../features/places/places.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/places')({
  head: titled(m.two_places),
  component: () => <PlacesPage competitionId={parseId(Route.useParams().competitionId)} />,
});
