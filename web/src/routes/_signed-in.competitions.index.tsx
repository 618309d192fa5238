import { createFileRoute } from '@tanstack/react-router';
import { profile } from '../features/accounts/account.queries.ts';
import { myCompetitions } from '../features/competitions/competition.queries.ts';
import { CompetitionsPage } from '../features/competitions/competitions.page.tsx';
import { m } from '../paraglide/messages.js';

/** How long the page waits for the code of the start page, in milliseconds. */
const startPageMs = 2_000;

export const Route = createFileRoute('/_signed-in/competitions/')({
  head: () => ({ meta: [{ title: `${m.my_competitions()} – Dossard` }] }),
  loader: async ({ context: { queryClient, loadStartPage } }) => {
    void queryClient.prefetchQuery(profile());
    void queryClient.prefetchQuery(myCompetitions());
    // Whoever sees the sign-out button can use it without network.
    await Promise.race([loadStartPage(), new Promise((resolve) => setTimeout(resolve, startPageMs))]);
  },
  component: CompetitionsPage,
});
