import { createFileRoute } from '@tanstack/react-router';
import { HistoryPage } from '../features/history/history.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/history')({
  head: titled(m.history),
  loader: prefetching((data) => data.prefetchRanking),
  component: () => <HistoryPage competitionId={parseId(Route.useParams().competitionId)} />,
});
