import { createFileRoute } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { PracticePage } from '../referee/practice/practice.page.tsx';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/practice')({
  head: titled(m.practice_zone),
  component: () => <PracticePage competitionId={parseId(Route.useParams().competitionId)} />,
});
