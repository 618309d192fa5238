import { createFileRoute } from '@tanstack/react-router';
import { JuryPage } from '../features/results/jury.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/jury')({
  head: titled(m.jury_copy),
  loader: prefetching((data) => data.prefetchProgress),
  component: () => <JuryPage competitionId={parseId(Route.useParams().competitionId)} />,
});
