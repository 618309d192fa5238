import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '../features/overview/overview.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/overview')({
  head: titled(m.overview),
  loader: prefetching((data) => data.prefetchProgress),
  component: () => <OverviewPage competitionId={parseId(Route.useParams().competitionId)} />,
});
