import { deleteInvitation } from '@dossard/contract/invitations/invitation.endpoints.ts';
import type { PendingInvitation } from '@dossard/contract/invitations/invitation.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { pendingInvitations } from '../../queries/invitation.queries.ts';
import { membersOf } from '../../queries/member.queries.ts';
import { formatDuration } from '../../text/formats.ts';
import { roleWord } from '../../text/role.words.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { MayCome } from '../../ui/parts/waiting.tsx';
import styles from './pending.invitations.module.css';

/** Lists the invitations that can still be accepted, each with a button to revoke it; nothing if there are none. */
export function PendingInvitations({ competitionId }: { competitionId: number }) {
  const { data, error, refetch, isLoading } = useQuery(pendingInvitations(competitionId));
  const [chosen, setChosen] = useState<PendingInvitation>();
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (isLoading) return <MayCome />;
  if (!data || data.invitations.length === 0) return null;
  return (
    <section className="card panel" aria-labelledby="pending-title">
      <h2 id="pending-title">{m.pending_invitations()}</h2>
      <ul className={styles.pendingInvitations}>
        {data.invitations.map((invitation) => (
          <li key={invitation.id}>
            <div>
              <strong>{nameOf(invitation)}</strong>
              <span className="soft">
                {[
                  roleWord(invitation.role),
                  m.invited_by({ name: invitation.invited_by }),
                  m.invitation_expires({ time: formatDuration(invitation.expires_at - data.readAt / 1000) }),
                ].join(' · ')}
              </span>
            </div>
            <button type="button" className="button" onClick={() => setChosen(invitation)}>
              {m.revoke()}
              <span className="visually-hidden"> {nameOf(invitation)}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && <TakeBack {...{ competitionId }} invitation={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

const nameOf = ({ kind, email }: PendingInvitation) => (kind === 'mail' ? (email ?? '') : m.qr_code());

interface TakeBackProps {
  competitionId: number;
  invitation: PendingInvitation;
  onClose: () => void;
}

/** Revokes an invitation after confirmation; ignores that it was accepted or has expired meanwhile. */
function TakeBack({ competitionId, invitation, onClose }: TakeBackProps) {
  const queryClient = useQueryClient();
  async function takeBack() {
    try {
      await callApi(deleteInvitation, { params: { id: competitionId, invitation: invitation.id } });
      toast('invitation', m.invitation_taken_back());
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'invitation_not_found')) throw error;
      toast('invitation', error.message);
      await queryClient.invalidateQueries({ queryKey: membersOf(competitionId).queryKey });
    }
    await queryClient.invalidateQueries({ queryKey: pendingInvitations(competitionId).queryKey });
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={m.take_back_sure()}
      action={m.take_back()}
      leave={m.undo_leave()}
      danger
      act={takeBack}
      onDone={onClose}
    >
      <p>
        <strong>{nameOf(invitation)}</strong>
      </p>
      <p>{invitation.kind === 'qr' ? m.take_back_qr() : m.take_back_mail()}</p>
    </ConfirmDialog>
  );
}
