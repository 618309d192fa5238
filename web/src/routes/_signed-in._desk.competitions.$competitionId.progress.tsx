import { createFileRoute } from '@tanstack/react-router';
import type { ProgressSearch } from '../features/participants/progress.page.tsx';
import { ProgressPage } from '../features/participants/progress.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId, type RawSearch } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/progress')({
  head: titled(m.progress),
  // Parsed by the page, so that other pages do not load its parsers.
  validateSearch: (raw: RawSearch) => raw as ProgressSearch,
  loader: prefetching((data) => data.prefetchProgress),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <ProgressPage
        competitionId={parseId(Route.useParams().competitionId)}
        search={Route.useSearch()}
        onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
      />
    );
  },
});
