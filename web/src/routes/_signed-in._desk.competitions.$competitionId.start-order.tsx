import { createFileRoute } from '@tanstack/react-router';
import { StartOrderPage } from '../features/rounds/start.order.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId, parseText, type RawSearch } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/start-order')({
  head: titled(m.start_order),
  validateSearch: ({ group }: RawSearch): { group?: string | undefined } => ({ group: parseText(group) }),
  loader: prefetching((data) => data.prefetchParticipants),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <StartOrderPage
        competitionId={parseId(Route.useParams().competitionId)}
        group={Route.useSearch().group}
        onGroup={(group) => navigate({ search: { group }, replace: true, resetScroll: false })}
      />
    );
  },
});
