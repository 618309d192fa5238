import { createFileRoute } from '@tanstack/react-router';
import { SeriesDesk } from '../features/series/series.desk.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

/** The pages of one series for its admins; the address names the page. */
export const Route = createFileRoute('/_signed-in/_desk/series/$seriesId/$page')({
  head: titled(m.series_list),
  component: () => <SeriesDesk {...Route.useParams()} />,
});
