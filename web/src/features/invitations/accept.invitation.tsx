import {
  acceptInvitation,
  acceptInvitationUnauthenticated,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { type OpenAcceptance, openAcceptanceSchema } from '@dossard/contract/invitations/invitation.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { knownUser } from '../../session/session.store.ts';
import { noteSignedIn } from '../../session/session.ts';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { EmailField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';

interface Props {
  token: string;
  onAccepted: () => void;
  onSignInFirst: () => void;
}

/** Accepts without a session: creates an account or signs in to the address's existing one. Both start a session. */
export function AcceptForm({ token, onAccepted, onSignInFirst }: Props) {
  const [incomplete, setIncomplete] = useState(false);
  const { formProps, failure } = useCheckedForm({
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
      <Button onClick={onSignInFirst}>{m.sign_in_first()}</Button>
      <Form {...formProps} onSubmit={onSubmit}>
        <EmailField />
        <TextField name="first_name" label={m.first_name()} autoComplete="given-name" />
        <TextField name="last_name" label={m.last_name()} autoComplete="family-name" />
        <PasswordInput
          name="password"
          label={m.password()}
          autoComplete="new-password"
          hint={m.invitation_password_hint()}
        />
        {incomplete && <Alert kind="problem" title={m.fill_required()} />}
        {failure && <InvitationFailure error={failure} />}
        <SubmitButton action={m.accept_invitation()} meanwhile={m.accepting()} />
      </Form>
    </>
  );
}

interface AcceptAsSignedInProps {
  token: string;
  onAccepted: () => void;
  onSignInAgain: () => void;
  onOtherAccount: () => Promise<void>;
}

/** Accepts in one tap with the account that is signed in on this device. */
export function AcceptAsSignedIn({ token, onAccepted, onSignInAgain, onOtherAccount }: AcceptAsSignedInProps) {
  const accepting = useMutation({
    mutationFn: () => callApi(acceptInvitation, { body: { token } }),
    onSuccess: onAccepted,
  });
  const leaving = useMutation({ mutationFn: onOtherAccount });
  const busy = accepting.isPending || leaving.isPending;
  return (
    <>
      <p>{m.accept_as({ email: knownUser() })}</p>
      {accepting.error && <InvitationFailure error={accepting.error} onSignInAgain={onSignInAgain} />}
      {!isOver(accepting.error) && (
        <>
          <Button look="go" disabled={busy} onClick={() => accepting.mutate()}>
            {accepting.isPending ? m.accepting() : m.accept_invitation()}
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => leaving.mutate()}>
            {m.use_other_account()}
          </Button>
        </>
      )}
    </>
  );
}

/** Returns true if a retry would fail again. */
const isOver = (error: Error | null) =>
  error instanceof Failure && (error.isSessionExpired || error.code === 'invalid_token');

/** How long the confirmation is shown before the competitions open, in milliseconds. */
const redirectMs = 2_000;

/** Confirms that the invitation is accepted; the competitions then open automatically. */
export function Accepted() {
  const navigate = useNavigate();
  useEffect(() => {
    const soon = setTimeout(async () => {
      toast('invitation', m.invitation_accepted_toast(), longToastMs);
      await navigate({ to: '/competitions', replace: true });
    }, redirectMs);
    return () => clearTimeout(soon);
  }, [navigate]);
  return <Alert kind="good" title={m.invitation_accepted()} why={m.invitation_accepted_next()} />;
}

/** Explains why an invitation could not be accepted, and what to do now. */
export function InvitationFailure({ error, onSignInAgain }: { error: Error; onSignInAgain?: () => void }) {
  const expired = error instanceof Failure && error.isSessionExpired;
  const invalid = error instanceof Failure && error.code === 'invalid_token';
  return (
    <Alert kind="problem" title={formatFailure(error)}>
      {invalid && <p>{m.invitation_invalid_why()}</p>}
      {invalid && <Link to="/competitions">{m.my_competitions()}</Link>}
      {expired && onSignInAgain && (
        <Button look="go" onClick={onSignInAgain}>
          {m.sign_in_again()}
        </Button>
      )}
    </Alert>
  );
}
