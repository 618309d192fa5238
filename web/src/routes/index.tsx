import { createFileRoute } from '@tanstack/react-router';
import { publicCompetitions } from '../features/competitions/competition.queries.ts';
import { PublicCompetitionsPage } from '../features/competitions/public.competitions.page.tsx';
import { m } from '../paraglide/messages.js';

export const Route = createFileRoute('/')({
  head: () => ({ meta: [{ title: `${m.public_competitions_title()} – Dossard` }] }),
  loader: ({ context }) => void context.queryClient.prefetchQuery(publicCompetitions()),
  component: PublicCompetitionsPage,
});
