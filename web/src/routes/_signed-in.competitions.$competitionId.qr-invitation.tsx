import { createFileRoute } from '@tanstack/react-router';
import { QrInvitationPage } from '../features/invitations/qr.invitation.page.tsx';
import { m } from '../paraglide/messages.js';
import { readId } from '../ui/route.id.ts';

export const Route = createFileRoute('/_signed-in/competitions/$competitionId/qr-invitation')({
  head: () => ({ meta: [{ title: `${m.qr_invitation()} – Dossard` }] }),
  loader: ({ context, params }) =>
    void import('../features/competitions/page.data.ts').then((data) =>
      data.readCompetition(context.queryClient, params),
    ),
  component: () => <QrInvitationPage competitionId={readId(Route.useParams().competitionId)} />,
});
