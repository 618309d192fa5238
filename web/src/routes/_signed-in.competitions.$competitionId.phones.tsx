import { createFileRoute } from '@tanstack/react-router';
import { PhonesPage } from '../features/phones/phones.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/phones')({
  head: () => ({ meta: [{ title: `${m.phones()} – Dossard` }] }),
  component: () => <PhonesPage competitionId={readId(Route.useParams().competitionId)} />,
});
