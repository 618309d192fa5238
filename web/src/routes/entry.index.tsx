import { createFileRoute } from '@tanstack/react-router';
import { LinkedFormPage } from '../features/entries/linked.form.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseToken } from '../text/address.ts';

export const Route = createFileRoute('/entry/')({
  head: titled(m.entries),
  validateSearch: parseToken,
  component: () => <LinkedFormPage token={Route.useSearch().token ?? ''} />,
});
