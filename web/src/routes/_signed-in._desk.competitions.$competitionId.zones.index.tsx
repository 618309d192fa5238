import { createFileRoute } from '@tanstack/react-router';
import { ZonesPage } from '../features/zones/zones.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/zones/')({
  head: titled(m.zones),
  loader: prefetching((data) => data.prefetchZones),
  component: () => <ZonesPage competitionId={parseId(Route.useParams().competitionId)} />,
});
