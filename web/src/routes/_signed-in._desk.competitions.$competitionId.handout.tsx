import { createFileRoute } from '@tanstack/react-router';
import { HandoutPage } from '../features/handout/handout.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/handout')({
  head: titled(m.handout),
  loader: prefetching((data) => data.prefetchCompetition),
  component: () => <HandoutPage competitionId={parseId(Route.useParams().competitionId)} />,
});
