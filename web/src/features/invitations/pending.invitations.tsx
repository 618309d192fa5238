import { deleteInvitation } from '@dossard/contract/invitations/invitation.endpoints.ts';
import type { PendingInvitation } from '@dossard/contract/invitations/invitation.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../api/failure.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { pendingInvitations } from '../../queries/invitation.queries.ts';
import { perform } from '../../queries/perform.ts';
import { formatDuration, joinFacts } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { MayCome } from '../../ui/parts/waiting.tsx';

/** Lists the invitations that can still be accepted, each with a button to revoke it; nothing if there are none. */
export function PendingInvitations() {
  const listed = useQuery(pendingInvitations(usePageCompetition().id));
  const { data } = listed;
  if (!data) return <Reading of={listed} waiting={listed.isLoading && <MayCome />} />;
  if (data.invitations.length === 0) return null;
  return (
    <Card title={m.pending_invitations()}>
      <ul className="lines">
        {data.invitations.map((invitation) => (
          <Line
            key={invitation.id}
            as="li"
            name={invitedName(invitation)}
            facts={joinFacts(
              m.role_name({ role: invitation.role }),
              m.invited_by({ name: invitation.invited_by }),
              m.invitation_expires({ time: formatDuration(invitation.expires_at - data.readAt / 1000) }),
            )}
          >
            <TakeBack invitation={invitation} />
          </Line>
        ))}
      </ul>
    </Card>
  );
}

const invitedName = ({ kind, email }: PendingInvitation) => (kind === 'mail' ? (email ?? '') : m.qr_code());

/** Revokes an invitation after confirmation; ignores that it was accepted or has expired meanwhile. */
function TakeBack({ invitation }: { invitation: PendingInvitation }) {
  const { id } = usePageCompetition();
  async function takeBack() {
    try {
      const params = { id, invitation: invitation.id };
      await perform(deleteInvitation, { params, said: m.invitation_taken_back() });
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'invitation_not_found')) throw error;
      toast('invitation', error.message);
    }
  }
  return (
    <ConfirmButton
      label={m.revoke()}
      of={invitedName(invitation)}
      title={m.take_back_sure()}
      action={m.take_back()}
      leave={m.undo_leave()}
      danger
      act={takeBack}
    >
      <p>
        <strong>{invitedName(invitation)}</strong>
      </p>
      <p>{invitation.kind === 'qr' ? m.take_back_qr() : m.take_back_mail()}</p>
    </ConfirmButton>
  );
}
