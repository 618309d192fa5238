import { createFileRoute } from '@tanstack/react-router';
import { PhonesPage } from '../features/phones/phones.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/phones')({
  head: titled(m.phones),
  component: () => <PhonesPage competitionId={parseId(Route.useParams().competitionId)} />,
});
