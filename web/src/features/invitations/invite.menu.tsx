import { inviteReferee } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { type InvitedRole, mailInvitationSchema } from '@dossard/contract/invitations/invitation.schema.ts';
import { useState } from 'react';
import { judgeLinksId } from '../../desk/made.links.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { EmailField, SelectField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { NoMail } from '../../ui/parts/no.mail.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { Invitation } from './qr.invitation.tsx';

interface Props {
  /** Label of the button, where other roles than referee are invited too. */
  label?: string;
}

/**
 * The ways to invite a referee: a mail, a QR code that several people can scan (A6), or a link without an account (U1).
 */
export function InviteMenu({ label = m.invite_referee() }: Props) {
  const byMail = { label: m.invite_by_mail(), open: <MailInvitationDialog /> };
  return (
    <ActionMenu
      button={
        <Button>
          {label} <Icon name="chevron" />
        </Button>
      }
      actions={[
        ...(sendsMail() ? [byMail] : []),
        { label: m.invite_by_qr(), to: { to: '/competitions/$competitionId/qr-invitation', params: true } },
        {
          label: m.invite_by_link(),
          to: { to: '/competitions/$competitionId/users', params: true, hash: judgeLinksId },
        },
        ...(sendsMail() ? [] : [byMail]),
      ]}
    />
  );
}

/** Roles that a mail may give, the usual one first. */
const invitedRoles = ['referee', 'editor', 'admin'] as const satisfies readonly InvitedRole[];

/** Sends an invitation by mail, as referee, editor or admin. */
function MailInvitationDialog() {
  const close = useClose();
  const { id } = usePageCompetition();
  const [role, setRole] = useState<InvitedRole>('referee');
  const { formProps } = useCheckedForm({
    schema: mailInvitationSchema,
    values: (fields) => ({ ...Object.fromEntries(fields), competition_id: id }),
    emptyWords: { email: m.invite_email_required() },
    send: async (body) => {
      await perform(inviteReferee, { body });
      return body.email;
    },
    onDone: (email) => {
      const words = [m.invitation_sent_to({ email }), ...(sendsMail() ? [] : [m.no_mail_invited()])];
      toast('invitation', words.join('. '), longToastMs);
      close();
    },
  });
  return (
    <FormDialog title={m.invite_by_mail_title()} of={formProps} action={m.send_invitation()} meanwhile={m.sending()}>
      <NoMail words={m.no_mail_invite()} />
      {!sendsMail() && <Invitation />}
      <p>{m.invite_by_mail_why()}</p>
      <EmailField autoComplete="off" data-autofocus />
      <SelectField
        name="role"
        label={m.role()}
        hint={m.role_means({ role })}
        value={role}
        onValue={setRole}
        options={invitedRoles.map((one) => [one, m.role_name({ role: one })])}
      />
    </FormDialog>
  );
}
