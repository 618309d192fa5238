import { createFileRoute } from '@tanstack/react-router';
import { OnlyReferees } from '../features/competitions/only.referees.tsx';
import { readCompetition } from '../features/competitions/read.ahead.ts';
import { zoneById } from '../features/zones/zone.queries.ts';
import { m } from '../paraglide/messages.js';
import { RefereePage } from '../referee/referee.page.tsx';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/$zoneId/referee')({
  head: () => ({ meta: [{ title: `${m.referee()} – Dossard` }] }),
  loader: ({ context: { queryClient }, params }) => {
    const id = readCompetition(queryClient, params.competitionId);
    const zoneId = readId(params.zoneId);
    if (id === undefined || Number.isNaN(zoneId)) return;
    void queryClient.prefetchQuery(zoneById(id, zoneId));
  },
  component: () => {
    const { competitionId, zoneId } = Route.useParams();
    return (
      <OnlyReferees competitionId={readId(competitionId)}>
        <RefereePage key={`${competitionId} ${zoneId}`} competitionId={readId(competitionId)} zoneId={readId(zoneId)} />
      </OnlyReferees>
    );
  },
});
