import { createFileRoute } from '@tanstack/react-router';
import { RefereesPage } from '../features/members/referees.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/qr-invitation')({
  head: titled(m.qr_invitation),
  loader: prefetching((data) => data.prefetchMembers),
  component: () => <RefereesPage competitionId={parseId(Route.useParams().competitionId)} part="qr-invitation" />,
});
