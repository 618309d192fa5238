import { createFileRoute } from '@tanstack/react-router';
import { OrganiserGuide } from '../features/guide/guide.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/guide/')({
  head: titled(m.guide),
  component: OrganiserGuide,
});
