import { createFileRoute } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { OutboxPage } from '../referee/unsent/outbox.page.tsx';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/outbox')({
  head: titled(m.unsent_runs),
  component: OutboxPage,
});
