import { createFileRoute } from '@tanstack/react-router';
import { OnlyReferees } from '../features/competitions/only.referees.tsx';
import { m } from '../paraglide/messages.js';
import { RefereePage } from '../referee/referee.page.tsx';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/$zoneId/referee')({
  head: () => ({ meta: [{ title: `${m.referee()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) => data.readZones(context.queryClient, params)),
  component: () => {
    const { competitionId, zoneId } = Route.useParams();
    return (
      <OnlyReferees competitionId={readId(competitionId)}>
        <RefereePage key={`${competitionId} ${zoneId}`} competitionId={readId(competitionId)} zoneId={readId(zoneId)} />
      </OnlyReferees>
    );
  },
});
