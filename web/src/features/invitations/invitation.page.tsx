import {
  acceptInvitation,
  acceptInvitationUnauthenticated,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { type OpenAcceptance, openAcceptanceSchema } from '@dossard/contract/invitations/invitation.schema.ts';
import { useTimeout } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { openInvitation } from '../../queries/invitation.queries.ts';
import { knownUser } from '../../session/session.store.ts';
import { noteSignedIn, signOut } from '../../session/session.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { PasswordInput } from '../../ui/fields/password.input.tsx';
import { EmailField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { AccountFrame } from '../accounts/account.frame.tsx';
import { keepInvitation } from '../accounts/pending.invitation.ts';

/** The target of an invitation's QR code and mail: accepts in one tap, or after signing in or registering here (A6). */
export default function InvitationPage({ token, signedIn }: { token: string | undefined; signedIn: boolean }) {
  return (
    <AccountFrame title={m.invitation()}>
      {token ? (
        <Invitation key={token} token={token} signedIn={signedIn} />
      ) : (
        <Alert kind="problem" title={m.invitation_no_token()} why={m.invitation_no_token_why()} />
      )}
    </AccountFrame>
  );
}

interface InvitationProps {
  token: string;
  signedIn: boolean;
}

/** Describes the invitation before anything is typed, and whether it can still be accepted. */
function Invitation({ token, signedIn }: InvitationProps) {
  const [accepted, setAccepted] = useState(false);
  // An accepted mail invitation is used up, so do not request it again.
  const read = useQuery({ ...openInvitation(token), enabled: !accepted });
  if (accepted) return <Accepted />;
  if (read.error instanceof Failure && read.error.code === 'invalid_token')
    return <InvitationFailure error={read.error} />;
  return (
    <Reading of={read} waiting={16}>
      {(data) => (
        <>
          <p>{m.invited_as({ role: data.role, competition: data.competition_name })}</p>
          <Acceptance token={token} signedIn={signedIn} onAccepted={() => setAccepted(true)} />
        </>
      )}
    </Reading>
  );
}

function Acceptance({ token, signedIn, onAccepted }: InvitationProps & { onAccepted: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();

  function accept() {
    onAccepted();
    // The reader sees more from now on, or is now signed in with another account.
    queryClient.removeQueries();
  }
  async function signInFirst() {
    keepInvitation(token);
    await navigate({ to: '/login' });
  }
  async function changeAccount() {
    await signOut();
    queryClient.removeQueries();
    await router.invalidate();
  }
  return signedIn ? (
    <AcceptAsSignedIn token={token} onAccepted={accept} onSignInAgain={signInFirst} onOtherAccount={changeAccount} />
  ) : (
    <AcceptForm token={token} onAccepted={accept} onSignInFirst={signInFirst} />
  );
}

interface AcceptProps {
  token: string;
  onAccepted: () => void;
  onSignInFirst: () => void;
}

/** Accepts without a session: creates an account or signs in to the address's existing one. Both start a session. */
function AcceptForm({ token, onAccepted, onSignInFirst }: AcceptProps) {
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
      <Button action={m.sign_in_first()} onClick={onSignInFirst} />
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
function AcceptAsSignedIn({ token, onAccepted, onSignInAgain, onOtherAccount }: AcceptAsSignedInProps) {
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
          <Button
            action={accepting.isPending ? m.accepting() : m.accept_invitation()}
            look="go"
            disabled={busy}
            onClick={() => accepting.mutate()}
          />
          <Button action={m.use_other_account()} look="quiet" disabled={busy} onClick={() => leaving.mutate()} />
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
function Accepted() {
  const navigate = useNavigate();
  const open = () => {
    toast('invitation', m.invitation_accepted_toast(), longToastMs);
    void navigate({ to: '/competitions', replace: true });
  };
  useTimeout(open, redirectMs, { autoInvoke: true });
  return <Alert kind="good" title={m.invitation_accepted()} why={m.invitation_accepted_next()} />;
}

/** Explains why an invitation could not be accepted, and what to do now. */
function InvitationFailure({ error, onSignInAgain }: { error: Error; onSignInAgain?: () => void }) {
  const expired = error instanceof Failure && error.isSessionExpired;
  const invalid = error instanceof Failure && error.code === 'invalid_token';
  return (
    <Alert kind="problem" title={formatFailure(error)}>
      {invalid && <p>{m.invitation_invalid_why()}</p>}
      {invalid && <Link to="/competitions">{m.my_competitions()}</Link>}
      {expired && onSignInAgain && <Button action={m.sign_in_again()} look="go" onClick={onSignInAgain} />}
    </Alert>
  );
}
