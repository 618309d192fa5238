import { createFileRoute } from '@tanstack/react-router';
import { MemberStandingsPage } from '../features/series/member.standings.page.tsx';
import { standingsSearch } from '../features/series/standings.search.ts';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/series/$seriesId/standings')({
  head: titled(m.standings),
  validateSearch: standingsSearch,
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <MemberStandingsPage
        seriesId={parseId(Route.useParams().seriesId)}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});
