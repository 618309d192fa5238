import { createFileRoute } from '@tanstack/react-router';
import { ParticipantsPage } from '../features/participants/participants.page.tsx';
import { participantsSearch } from '../features/participants/participants.search.ts';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/participants/')({
  head: () => ({ meta: [{ title: `${m.participants()} – Dossard` }] }),
  validateSearch: participantsSearch,
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) =>
      data.readParticipants(context.queryClient, params),
    ),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <ParticipantsPage
        competitionId={readId(Route.useParams().competitionId)}
        tab={Route.useSearch().tab}
        onTab={(tab) => navigate({ search: { tab }, replace: true, resetScroll: false })}
      />
    );
  },
});
