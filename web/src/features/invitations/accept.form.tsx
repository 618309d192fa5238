import { acceptInvitationUnauthenticated } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { type OpenAcceptance, openAcceptanceSchema } from '@dossard/contract/invitations/invitation.schema.ts';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { noteSignedIn } from '../../session/session.ts';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { InvitationFailure } from './invitation.failure.tsx';

interface Props {
  token: string;
  onAccepted: () => void;
  onSignInFirst: () => void;
}

/** Accepts without a session: with a new account, or the one that the address has; either way one is signed in then. */
export function AcceptForm({ token, onAccepted, onSignInFirst }: Props) {
  const [incomplete, setIncomplete] = useState(false);
  const { formProps, problems, sending, failure } = useCheckedForm({
    schema: openAcceptanceSchema,
    values: (fields) => ({ ...Object.fromEntries(fields), token }),
    send: async (body: OpenAcceptance) => {
      await callApi(acceptInvitationUnauthenticated, { body, startsSession: true });
      noteSignedIn(body.email);
    },
    fieldOf: { wrong_password_for_known_account: 'password' },
    onDone: onAccepted,
  });
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    setIncomplete([...new FormData(event.currentTarget).values()].some((typed) => String(typed).trim() === ''));
    formProps.onSubmit(event);
  }
  return (
    <>
      <button type="button" className="button" onClick={onSignInFirst}>
        {m.sign_in_first()}
      </button>
      <form {...formProps} onSubmit={onSubmit} className="account-form invitation-form">
        <TextField
          name="email"
          type="email"
          label={m.email()}
          problem={problems.email}
          autoComplete="username"
          autoCapitalize="none"
        />
        <TextField name="first_name" label={m.first_name()} problem={problems.first_name} autoComplete="given-name" />
        <TextField name="last_name" label={m.last_name()} problem={problems.last_name} autoComplete="family-name" />
        <PasswordInput
          name="password"
          label={m.password()}
          autoComplete="new-password"
          problem={problems.password}
          hint={m.invitation_password_hint()}
        />
        {incomplete && <Alert kind="problem" title={m.fill_required()} />}
        {failure && <InvitationFailure error={failure} />}
        <button type="submit" className="button button-go" disabled={sending.isPending}>
          {sending.isPending ? m.accepting() : m.accept_invitation()}
        </button>
      </form>
    </>
  );
}
