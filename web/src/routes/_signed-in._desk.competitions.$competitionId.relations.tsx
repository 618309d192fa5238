import { createFileRoute } from '@tanstack/react-router';
import { RelationsPage } from '../features/relations/relations.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/relations')({
  head: titled(m.relations),
  component: () => <RelationsPage competitionId={parseId(Route.useParams().competitionId)} />,
});
