import { createFileRoute } from '@tanstack/react-router';
import { RunsPage } from '../features/runs/runs.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/participants/$dossard/runs')({
  head: titled(m.runs),
  loader: prefetching((data) => data.prefetchRuns),
  component: () => {
    const { competitionId, dossard } = Route.useParams();
    return <RunsPage competitionId={parseId(competitionId)} dossard={parseId(dossard)} />;
  },
});
