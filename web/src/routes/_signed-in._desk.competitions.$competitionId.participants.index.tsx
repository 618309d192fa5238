import { createFileRoute } from '@tanstack/react-router';
import { ParticipantsPage, type ParticipantsTab } from '../features/participants/participants.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseChoice, parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/participants/')({
  head: titled(m.participants),
  validateSearch: ({ tab }): { tab?: ParticipantsTab | undefined } => ({
    tab: parseChoice(tab, ['import', 'add', 'list']),
  }),
  loader: prefetching((data) => data.prefetchParticipants),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <ParticipantsPage
        competitionId={parseId(Route.useParams().competitionId)}
        tab={Route.useSearch().tab}
        onTab={(tab) => navigate({ search: { tab }, replace: true, resetScroll: false })}
      />
    );
  },
});
