import { createFileRoute } from '@tanstack/react-router';
import { MemberRankingPage } from '../features/rankings/member.ranking.page.tsx';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/live-ranking')({
  head: () => ({ meta: [{ title: `${m.ranking()} – Dossard` }] }),
  validateSearch: rankingSearch,
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readRanking(context.queryClient, params)),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <MemberRankingPage
        competitionId={readId(Route.useParams().competitionId)}
        search={Route.useSearch()}
        onSearch={(search, correction = false) => navigate({ search, replace: correction, resetScroll: false })}
      />
    );
  },
});
