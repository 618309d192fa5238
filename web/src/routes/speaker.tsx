import { createFileRoute } from '@tanstack/react-router';
import { LinkedSpeakerPage } from '../features/speaker/linked.speaker.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseToken } from '../text/address.ts';

export const Route = createFileRoute('/speaker')({
  head: titled(m.speaker),
  validateSearch: parseToken,
  component: () => <LinkedSpeakerPage token={Route.useSearch().token ?? ''} />,
});
