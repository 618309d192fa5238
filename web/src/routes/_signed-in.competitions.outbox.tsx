import { createFileRoute } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { OutboxPage } from '../referee/outbox/outbox.page.tsx';

export const Route = createFileRoute('/_signed-in/competitions/outbox')({
  head: () => ({ meta: [{ title: `${m.unsent_runs()} – Dossard` }] }),
  component: OutboxPage,
});
