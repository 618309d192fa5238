import { createFileRoute } from '@tanstack/react-router';
import { publicCompetitions } from '../features/competitions/competition.queries.ts';
import { PublicRankingPage } from '../features/rankings/public.ranking.page.tsx';
import { rankedGroups } from '../features/rankings/ranking.queries.ts';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/public/competitions/$competitionId/live-ranking')({
  head: () => ({ meta: [{ title: `${m.ranking()} – Dossard` }] }),
  validateSearch: rankingSearch,
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(publicCompetitions());
    const id = readId(params.competitionId);
    if (!Number.isNaN(id)) void queryClient.prefetchQuery(rankedGroups(id));
  },
  component: () => {
    const { competitionId } = Route.useParams();
    const navigate = Route.useNavigate();
    const { embed, ...search } = Route.useSearch();
    return (
      <PublicRankingPage
        competitionId={readId(competitionId)}
        search={search}
        embedded={embed === 1}
        onSearch={(chosen, correction = false) =>
          // In a frame the way back is that of the page around it.
          navigate({ search: { ...chosen, embed }, replace: correction || embed === 1, resetScroll: false })
        }
      />
    );
  },
});
