import { createFileRoute } from '@tanstack/react-router';
import { PublicStandingsPage } from '../features/series/public.standings.page.tsx';
import { standingsSearch } from '../features/series/standings.search.ts';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/embed/series/$seriesId')({
  head: titled(m.standings),
  validateSearch: standingsSearch,
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <PublicStandingsPage
        seriesId={parseId(Route.useParams().seriesId)}
        search={Route.useSearch()}
        // In a frame the way back is that of the page around it.
        onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
        embedded
      />
    );
  },
});
