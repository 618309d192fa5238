import { createFileRoute } from '@tanstack/react-router';
import { NewCompetitionPage } from '../features/competitions/new.competition.page.tsx';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/new-competition')({
  head: titled(m.new_competition),
  loader: ({ context }) => void context.queryClient.prefetchQuery(profile()),
  component: NewCompetitionPage,
});
