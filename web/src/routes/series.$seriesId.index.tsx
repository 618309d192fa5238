import { createFileRoute } from '@tanstack/react-router';
import { PublicStandingsPage } from '../features/series/public.standings.page.tsx';
import { standingsSearch } from '../features/series/standings.search.ts';
import { m } from '../paraglide/messages.js';
import { publicSeries } from '../queries/series.queries.ts';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/series/$seriesId/')({
  head: titled(m.standings),
  validateSearch: standingsSearch,
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(publicSeries(parseId(params.seriesId))),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <PublicStandingsPage
        seriesId={parseId(Route.useParams().seriesId)}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
        embedded={false}
      />
    );
  },
});
