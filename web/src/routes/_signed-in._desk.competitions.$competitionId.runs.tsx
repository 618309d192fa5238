import { createFileRoute } from '@tanstack/react-router';
import { AllRunsPage } from '../features/runs/all.runs.page.tsx';
import { m } from '../paraglide/messages.js';
import type { RunSearch } from '../queries/run.search.ts';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId, type RawSearch } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/runs')({
  head: titled(m.all_runs),
  // Parsed by the page, so that other pages do not load its parsers.
  validateSearch: (raw: RawSearch) => raw as RunSearch,
  loader: prefetching((data) => data.prefetchAllRuns),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <AllRunsPage
        competitionId={parseId(Route.useParams().competitionId)}
        search={Route.useSearch()}
        onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      />
    );
  },
});
