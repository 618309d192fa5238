import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../features/results/list.search.ts';
import { PublicListPage } from '../features/results/official.page.tsx';
import { m } from '../paraglide/messages.js';
import { titledByCompetition } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/public/competitions/$competitionId/results')({
  head: titledByCompetition(m.result_list),
  validateSearch: listSearch,
  component: () => (
    <PublicListPage competitionId={parseId(Route.useParams().competitionId)} search={Route.useSearch()} />
  ),
});
