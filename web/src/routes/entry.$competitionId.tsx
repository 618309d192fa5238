import { createFileRoute } from '@tanstack/react-router';
import { OpenEntryPageScreen } from '../features/entries/open.entry.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/entry/$competitionId')({
  head: titled(m.entries),
  component: () => <OpenEntryPageScreen competitionId={parseId(Route.useParams().competitionId)} />,
});
