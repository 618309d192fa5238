import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { signOut } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { AccountFrame } from '../accounts/account.frame.tsx';
import { AcceptAsSignedIn } from './accept.as.signed.in.tsx';
import { AcceptForm } from './accept.form.tsx';
import { Accepted } from './accepted.tsx';
import { keepInvitation } from './pending.invitation.ts';

interface Props {
  token: string | undefined;
  signedIn: boolean;
}

/** Where an invitation's QR code and mail lead: accepted in one tap, or with an account made or named here (spec §2). */
export function InvitationPage({ token, signedIn }: Props) {
  return (
    <AccountFrame>
      <div className="card panel account-card">
        <h1>{m.invitation()}</h1>
        {token ? (
          <Acceptance key={token} token={token} signedIn={signedIn} />
        ) : (
          <Alert kind="problem" title={m.invitation_no_token()}>
            <p>{m.invitation_no_token_why()}</p>
          </Alert>
        )}
      </div>
    </AccountFrame>
  );
}

function Acceptance({ token, signedIn }: { token: string; signedIn: boolean }) {
  const [accepted, setAccepted] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  if (accepted) return <Accepted />;

  function accept() {
    // The reader sees more from now on, or is somebody else than before.
    queryClient.removeQueries();
    setAccepted(true);
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
