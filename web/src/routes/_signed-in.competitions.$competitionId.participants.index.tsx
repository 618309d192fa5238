import { createFileRoute } from '@tanstack/react-router';
import { ParticipantsPage } from '../features/participants/participants.page.tsx';
import { participantsSearch } from '../features/participants/participants.search.ts';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/participants/')({
  head: titled(m.participants),
  validateSearch: participantsSearch,
  loader: prefetching((data) => data.readParticipants),
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
