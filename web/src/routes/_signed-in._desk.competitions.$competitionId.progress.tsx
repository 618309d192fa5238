import { createFileRoute } from '@tanstack/react-router';
import { ProgressPage } from '../features/participants/progress.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/progress')({
  head: titled(m.progress),
  loader: prefetching((data) => data.prefetchProgress),
  component: () => <ProgressPage competitionId={parseId(Route.useParams().competitionId)} />,
});
