import { createFileRoute } from '@tanstack/react-router';
import { MemberRankingPage } from '../features/rankings/member.ranking.page.tsx';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/live-ranking')({
  head: titled(m.ranking),
  validateSearch: rankingSearch,
  loader: prefetching((data) => data.prefetchRanking),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <MemberRankingPage
        competitionId={parseId(Route.useParams().competitionId)}
        search={Route.useSearch()}
        onSearch={(search, correction = false) => navigate({ search, replace: correction, resetScroll: false })}
      />
    );
  },
});
