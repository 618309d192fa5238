import { createFileRoute } from '@tanstack/react-router';
import { BoardPage } from '../features/board/board.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/public/competitions/$competitionId/screen')({
  head: titled(m.big_screen),
  component: () => <BoardPage competitionId={parseId(Route.useParams().competitionId)} />,
});
