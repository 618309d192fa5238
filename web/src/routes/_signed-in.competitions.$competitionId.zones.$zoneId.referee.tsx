import { createFileRoute } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { RefereePage } from '../referee/referee.page.tsx';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/$zoneId/referee')({
  head: () => ({ meta: [{ title: `${m.referee()} – Dossard` }] }),
  component: () => {
    const { competitionId, zoneId } = Route.useParams();
    return (
      <RefereePage key={`${competitionId} ${zoneId}`} competitionId={readId(competitionId)} zoneId={readId(zoneId)} />
    );
  },
});
