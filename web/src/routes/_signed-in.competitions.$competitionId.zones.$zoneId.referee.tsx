import { createFileRoute } from '@tanstack/react-router';
import { OnlyReferees } from '../desk/denied.tsx';
import { m } from '../paraglide/messages.js';
import { RefereePage } from '../referee/referee.page.tsx';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/zones/$zoneId/referee')({
  head: titled(m.referee),
  loader: prefetching<{ competitionId: string; zoneId: string }>((data) => data.prefetchZones),
  component: () => {
    const { competitionId, zoneId } = Route.useParams();
    return (
      <OnlyReferees competitionId={parseId(competitionId)}>
        <RefereePage
          key={`${competitionId} ${zoneId}`}
          competitionId={parseId(competitionId)}
          zoneId={parseId(zoneId)}
        />
      </OnlyReferees>
    );
  },
});
