import { createFileRoute } from '@tanstack/react-router';
import { SeriesPage } from '../features/series/series.page.tsx';
import { m } from '../paraglide/messages.js';
import { seriesById } from '../queries/series.queries.ts';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/series/$seriesId/edit')({
  head: titled(m.series),
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(seriesById(parseId(params.seriesId))),
  component: () => <SeriesPage seriesId={parseId(Route.useParams().seriesId)} />,
});
