import { createFileRoute } from '@tanstack/react-router';
import { BoardPage } from '../features/board/board.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/public/competitions/$competitionId/screen')({
  head: () => ({ meta: [{ title: `${m.big_screen()} – Dossard` }] }),
  component: () => <BoardPage competitionId={readId(Route.useParams().competitionId)} />,
});
