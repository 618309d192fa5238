import { createFileRoute } from '@tanstack/react-router';
import { PaperPage } from '../features/paper/paper.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/paper')({
  head: titled(m.paper_entry),
  validateSearch: ({ zone }): { zone?: number | undefined } => ({ zone: Number(zone) || undefined }),
  loader: prefetching((data) => data.readPaper),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <PaperPage
        competitionId={parseId(Route.useParams().competitionId)}
        zoneId={Route.useSearch().zone}
        onZone={(zone) => navigate({ search: { zone }, replace: true, resetScroll: false })}
      />
    );
  },
});
