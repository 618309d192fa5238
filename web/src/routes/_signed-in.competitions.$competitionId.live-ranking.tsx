import { createFileRoute } from '@tanstack/react-router';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { MemberRankingPage } from '../features/rankings/member.ranking.page.tsx';
import { rankedGroups } from '../features/rankings/ranking.queries.ts';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/live-ranking')({
  head: () => ({ meta: [{ title: `${m.ranking()} – Dossard` }] }),
  validateSearch: rankingSearch,
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    if (id === undefined) return;
    void queryClient.prefetchQuery(rankedGroups(id));
  },
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
