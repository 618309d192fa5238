import { inviteReferee } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { mailInvitationSchema } from '@dossard/contract/invitations/invitation.schema.ts';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { useCheckedForm } from '../../ui/checked.form.ts';
import { FailureAlert } from '../../ui/failure.alert.tsx';
import { FormDialog } from '../../ui/form.dialog.tsx';
import { TextField } from '../../ui/text.field.tsx';
import { toast } from '../../ui/toast.ts';

/** How long it is said that an invitation left, in milliseconds (spec §9). */
const toastMs = 6_000;

interface Props {
  competitionId: number;
  opened: boolean;
  onClose: () => void;
}

/** Sends one referee an invitation by mail. */
export function MailInvitationDialog({ opened, ...rest }: Props) {
  if (!opened) return null;
  return (
    <FormDialog title={m.invite_by_mail_title()} onClose={rest.onClose}>
      {() => <InvitationForm {...rest} />}
    </FormDialog>
  );
}

function InvitationForm({ competitionId, onClose }: Omit<Props, 'opened'>) {
  const { formProps, problems, sending } = useCheckedForm({
    schema: mailInvitationSchema,
    values: (fields) => ({ email: fields.get('email'), competition_id: competitionId }),
    emptyWords: { email: m.invite_email_required() },
    send: async (body) => {
      await callApi(inviteReferee, { body });
      return body.email;
    },
    onDone: (email) => {
      toast('invitation', m.invitation_sent_to({ email }), toastMs);
      onClose();
    },
  });
  return (
    <form {...formProps} className="dialog-body">
      <p>{m.invite_by_mail_why()}</p>
      <TextField
        name="email"
        type="email"
        label={m.referee_email()}
        problem={problems.email}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
      />
      {sending.error && <FailureAlert error={sending.error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.cancel()}
        </button>
        <button type="submit" className="button button-go" disabled={sending.isPending}>
          {sending.isPending ? m.sending() : m.send_invitation()}
        </button>
      </div>
    </form>
  );
}
