import { createFileRoute } from '@tanstack/react-router';
import { UndecidedRunsPage } from '../features/runs/all.runs.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/doubtful-runs')({
  head: titled(m.doubtful_runs),
  component: () => <UndecidedRunsPage competitionId={parseId(Route.useParams().competitionId)} shows="doubtful-runs" />,
});
