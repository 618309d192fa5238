import { createFileRoute } from '@tanstack/react-router';
import { SeriesListPage } from '../features/series/series.list.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/series/')({
  head: titled(m.series_list),
  component: SeriesListPage,
});
