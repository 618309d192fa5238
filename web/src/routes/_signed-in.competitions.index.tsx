import { createFileRoute } from '@tanstack/react-router';
import { profile } from '../features/accounts/account.queries.ts';
import { myCompetitions } from '../features/competitions/competition.queries.ts';
import { CompetitionsPage } from '../features/competitions/competitions.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/_signed-in/competitions/')({
  head: () => ({ meta: [{ title: `${m.my_competitions()} – Dossard` }] }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(profile());
    void queryClient.prefetchQuery(myCompetitions());
  },
  component: CompetitionsPage,
});
