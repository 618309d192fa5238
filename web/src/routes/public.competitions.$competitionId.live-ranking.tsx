import { createFileRoute } from '@tanstack/react-router';
import { PublicRankingPage } from '../features/rankings/public.ranking.page.tsx';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { m } from '../paraglide/messages.js';
import { publicCompetition } from '../queries/competition.queries.ts';
import { rankedGroups } from '../queries/zone.queries.ts';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';
import { Embedded } from '../ui/frame/embedded.tsx';

export const Route = createFileRoute('/public/competitions/$competitionId/live-ranking')({
  head: titled(m.ranking),
  validateSearch: rankingSearch,
  loader: ({ context: { queryClient }, params }) => {
    const id = parseId(params.competitionId);
    if (Number.isNaN(id)) return;
    void queryClient.prefetchQuery(publicCompetition(id));
    void queryClient.prefetchQuery(rankedGroups(id));
  },
  component: () => {
    const { competitionId } = Route.useParams();
    const navigate = Route.useNavigate();
    const { embed, ...search } = Route.useSearch();
    return (
      <PublicRankingPage
        competitionId={parseId(competitionId)}
        search={search}
        embedded={
          embed &&
          ((content) => (
            <Embedded whole={`/public/competitions/${competitionId}/live-ranking`} words={m.full_ranking()}>
              {content}
            </Embedded>
          ))
        }
        onSearch={(chosen, correction = false) =>
          // In a frame the browser's history belongs to the surrounding page.
          navigate({ search: { ...chosen, embed }, replace: correction || embed === 1, resetScroll: false })
        }
      />
    );
  },
});
