import { inviteReferee } from '@dossard/contract/invitations/invitation.endpoints.ts';
import {
  type InvitedRole,
  invitedRoleSchema,
  mailInvitationSchema,
} from '@dossard/contract/invitations/invitation.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { pendingInvitations } from '../../queries/invitation.queries.ts';
import { roleMeans, roleWord } from '../../text/role.words.ts';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

interface Props {
  competitionId: number;
  opened: boolean;
  onClose: () => void;
}

/** Roles that a mail may give, the usual one first. */
const invitedRoles = ['referee', 'editor', 'admin'] as const satisfies readonly InvitedRole[];

/** Sends an invitation by mail, as referee, editor or admin. */
export function MailInvitationDialog({ opened, ...rest }: Props) {
  if (!opened) return null;
  return (
    <FormDialog title={m.invite_by_mail_title()} onClose={rest.onClose}>
      {() => <InvitationForm {...rest} />}
    </FormDialog>
  );
}

function InvitationForm({ competitionId, onClose }: Omit<Props, 'opened'>) {
  const queryClient = useQueryClient();
  const [role, setRole] = useState<InvitedRole>('referee');
  const { formProps, problems, sending } = useCheckedForm({
    schema: mailInvitationSchema,
    values: (fields) => ({ ...Object.fromEntries(fields), competition_id: competitionId }),
    emptyWords: { email: m.invite_email_required() },
    send: async (body) => {
      await callApi(inviteReferee, { body });
      return body.email;
    },
    onDone: (email) => {
      void queryClient.invalidateQueries({ queryKey: pendingInvitations(competitionId).queryKey });
      toast('invitation', m.invitation_sent_to({ email }), longToastMs);
      onClose();
    },
  });
  return (
    <form {...formProps} className="dialog-body">
      <p>{m.invite_by_mail_why()}</p>
      <TextField
        name="email"
        type="email"
        label={m.email()}
        problem={problems.email}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
      />
      <SelectField
        name="role"
        label={m.role()}
        hint={roleMeans(role)}
        problem={problems.role}
        value={role}
        onChange={(event) => setRole(invitedRoleSchema.parse(event.target.value))}
      >
        {invitedRoles.map((one) => (
          <option key={one} value={one}>
            {roleWord(one)}
          </option>
        ))}
      </SelectField>
      {sending.error && <FailureAlert error={sending.error} />}
      <DialogEnd
        isPending={sending.isPending}
        onCancel={onClose}
        action={m.send_invitation()}
        meanwhile={m.sending()}
      />
    </form>
  );
}
