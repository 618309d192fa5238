import { createFileRoute } from '@tanstack/react-router';
import { PublicRankingPage } from '../features/rankings/public.ranking.page.tsx';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/public/competitions/$competitionId/live-ranking')({
  head: () => ({ meta: [{ title: `${m.ranking()} – Dossard` }] }),
  validateSearch: rankingSearch,
  component: () => {
    const { competitionId } = Route.useParams();
    const navigate = Route.useNavigate();
    return (
      <PublicRankingPage
        competitionId={readId(competitionId)}
        search={Route.useSearch()}
        onSearch={(search, correction = false) => navigate({ search, replace: correction, resetScroll: false })}
      />
    );
  },
});
