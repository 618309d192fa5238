import { createFileRoute } from '@tanstack/react-router';
import { UndecidedRunsPage } from '../features/runs/all.runs.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/unresolved-runs')({
  head: titled(m.unresolved_runs),
  component: () => (
    <UndecidedRunsPage competitionId={parseId(Route.useParams().competitionId)} shows="unresolved-runs" />
  ),
});
