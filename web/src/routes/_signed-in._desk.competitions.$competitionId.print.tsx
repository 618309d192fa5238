import { createFileRoute } from '@tanstack/react-router';
import { PrintPage } from '../features/print/print.page.tsx';
import { m } from '../paraglide/messages.js';
import { prefetching, titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/print')({
  head: titled(m.print_page),
  loader: prefetching((data) => data.prefetchPaper),
  component: () => <PrintPage competitionId={parseId(Route.useParams().competitionId)} />,
});
