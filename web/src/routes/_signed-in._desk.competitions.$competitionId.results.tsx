import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../features/results/list.search.ts';
import { ResultsPage } from '../features/results/results.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/results')({
  head: titled(m.results),
  validateSearch: listSearch,
  loader: prefetching((data) => data.prefetchResults),
  component: () => <ResultsPage competitionId={parseId(Route.useParams().competitionId)} search={Route.useSearch()} />,
});
