import { createFileRoute } from '@tanstack/react-router';
import { PaperPage } from '../features/paper/paper.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/paper')({
  head: titled(m.paper_entry),
  validateSearch: ({ zone, check }): { zone?: number | undefined; check?: true | undefined } => ({
    zone: Number(zone) || undefined,
    check: check === true || undefined,
  }),
  loader: prefetching((data) => data.prefetchPaper),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <PaperPage
        competitionId={parseId(Route.useParams().competitionId)}
        zoneId={Route.useSearch().zone}
        checks={Route.useSearch().check ?? false}
        onChoose={({ zone, check }) =>
          navigate({ search: { zone, check: check || undefined }, replace: true, resetScroll: false })
        }
      />
    );
  },
});
