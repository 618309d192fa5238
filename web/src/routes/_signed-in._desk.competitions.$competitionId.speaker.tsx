import { createFileRoute } from '@tanstack/react-router';
import { SpeakerPage } from '../features/speaker/speaker.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';
import { parseId } from '../text/address.ts';

export const Route = createFileRoute('/_signed-in/_desk/competitions/$competitionId/speaker')({
  head: titled(m.speaker),
  component: () => <SpeakerPage competitionId={parseId(Route.useParams().competitionId)} />,
});
