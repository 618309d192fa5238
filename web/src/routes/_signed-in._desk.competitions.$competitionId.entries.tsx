import { createFileRoute } from '@tanstack/react-router';
import { EntriesPage } from '../features/entries/entries.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/entries')({
  head: titled(m.entries),
  loader: prefetching((data) => data.prefetchCompetition),
  component: () => <EntriesPage competitionId={parseId(Route.useParams().competitionId)} />,
});
