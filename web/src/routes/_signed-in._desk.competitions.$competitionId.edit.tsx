import { createFileRoute } from '@tanstack/react-router';
import { EditCompetitionPage } from '../features/competitions/edit.competition.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/edit')({
  head: titled(m.edit_competition),
  loader: prefetching((data) => data.prefetchZones),
  component: () => <EditCompetitionPage competitionId={parseId(Route.useParams().competitionId)} />,
});
