import { createFileRoute } from '@tanstack/react-router';
import { DoubtfulRunsPage } from '../features/runs/doubtful.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/doubtful-runs')({
  head: titled(m.doubtful_runs),
  component: () => <DoubtfulRunsPage competitionId={parseId(Route.useParams().competitionId)} />,
});
