import { createFileRoute } from '@tanstack/react-router';
import { PublicCompetitionsPage } from '../features/competitions/public.competitions.page.tsx';
import { m } from '../paraglide/messages.js';
import { publicCompetitions } from '../queries/competition.queries.ts';
import { titled } from '../shell/route.options.ts';
import { pageIn } from '../text/address.ts';

export const Route = createFileRoute('/')({
  head: titled(m.public_competitions_title),
  loader: ({ context, location }) =>
    void context.queryClient.prefetchQuery(publicCompetitions(pageIn(location.search))),
  component: PublicCompetitionsPage,
});
