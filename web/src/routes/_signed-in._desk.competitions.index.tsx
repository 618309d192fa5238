import { createFileRoute } from '@tanstack/react-router';
import { CompetitionsPage } from '../features/competitions/competitions.page.tsx';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { myCompetitions } from '../queries/competition.queries.ts';
import { titled } from '../shell/route.options.ts';
import { SignOut } from '../shell/sign.out.tsx';

/** Longest wait for the code of the start page, in milliseconds. */
const startPageMs = 2_000;

export const Route = createFileRoute('/_signed-in/_desk/competitions/')({
  head: titled(m.my_competitions),
  loader: async ({ context: { queryClient, loadStartPage } }) => {
    void queryClient.prefetchQuery(profile());
    void queryClient.prefetchQuery(myCompetitions());
    // The sign-out button must also work without network.
    await Promise.race([loadStartPage(), new Promise((resolve) => setTimeout(resolve, startPageMs))]);
  },
  component: () => <SignOut>{(onSignOut) => <CompetitionsPage onSignOut={onSignOut} />}</SignOut>,
});
