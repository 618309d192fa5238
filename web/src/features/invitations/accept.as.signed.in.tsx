import { acceptInvitation } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { knownUser } from '../../session/session.store.ts';
import { InvitationFailure } from './invitation.failure.tsx';

interface Props {
  token: string;
  onAccepted: () => void;
  onSignInAgain: () => void;
  onOtherAccount: () => Promise<void>;
}

/** One tap, in the name of whoever is signed in on this device. */
export function AcceptAsSignedIn({ token, onAccepted, onSignInAgain, onOtherAccount }: Props) {
  const accepting = useMutation({
    mutationFn: () => callApi(acceptInvitation, { body: { token } }),
    onSuccess: onAccepted,
  });
  const leaving = useMutation({ mutationFn: onOtherAccount });
  const busy = accepting.isPending || leaving.isPending;
  return (
    <>
      <p className="account-sent">{m.accept_as({ email: knownUser() })}</p>
      {accepting.error && <InvitationFailure error={accepting.error} onSignInAgain={onSignInAgain} />}
      {!isOver(accepting.error) && (
        <>
          <button type="button" className="button button-go" disabled={busy} onClick={() => accepting.mutate()}>
            {accepting.isPending ? m.accepting() : m.accept_invitation()}
          </button>
          <button type="button" className="button button-quiet" disabled={busy} onClick={() => leaving.mutate()}>
            {m.use_other_account()}
          </button>
        </>
      )}
    </>
  );
}

/** Whether trying again would fail again. */
const isOver = (error: Error | null) =>
  error instanceof Failure && (error.isSessionExpired || error.code === 'invalid_token');
