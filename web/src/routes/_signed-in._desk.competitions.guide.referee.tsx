import { createFileRoute } from '@tanstack/react-router';
import { RefereeGuide } from '../features/guide/guide.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/guide/referee')({
  head: titled(m.guide_referee),
  component: RefereeGuide,
});
