import { createFileRoute } from '@tanstack/react-router';
import { profile } from '../features/accounts/account.queries.ts';
import { NewCompetitionPage } from '../features/competitions/new.competition.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/_signed-in/new-competition')({
  head: () => ({ meta: [{ title: `${m.new_competition()} – Dossard` }] }),
  loader: ({ context }) => void context.queryClient.prefetchQuery(profile()),
  component: NewCompetitionPage,
});
