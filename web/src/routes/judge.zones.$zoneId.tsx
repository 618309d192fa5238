import { createFileRoute, redirect } from '@tanstack/react-router';
import { keptJudge } from '../judge/kept.judge.ts';
import { m } from '../paraglide/messages.js';
import { RefereePage } from '../referee/referee.page.tsx';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/judge/zones/$zoneId')({
  head: titled(m.referee),
  beforeLoad: () => {
    const judge = keptJudge();
    if (!judge) throw redirect({ to: '/judge' });
    return { judge };
  },
  component: () => {
    const { zoneId } = Route.useParams();
    const { judge } = Route.useRouteContext();
    return <RefereePage key={zoneId} competitionId={judge.competition_id} zoneId={parseId(zoneId)} judge={judge} />;
  },
});
