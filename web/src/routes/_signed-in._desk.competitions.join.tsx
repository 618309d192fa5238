import { createFileRoute } from '@tanstack/react-router';
import { JoinPage } from '../features/places/join.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/join')({
  head: titled(m.place_join_title),
  component: JoinPage,
});
