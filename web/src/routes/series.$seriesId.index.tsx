import { createFileRoute } from '@tanstack/react-router';
import { PublicStandingsPage } from '../features/series/public.standings.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/series/$seriesId/')({
  head: titled(m.standings),
  component: () => <PublicStandingsPage {...Route.useParams()} embedded={false} />,
});
