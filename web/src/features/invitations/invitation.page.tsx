import type { Role } from '@dossard/contract/access/permissions.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { openInvitation } from '../../queries/invitation.queries.ts';
import { signOut } from '../../session/session.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { AccountFrame } from '../accounts/account.frame.tsx';
import { keepInvitation } from '../accounts/pending.invitation.ts';
import { AcceptAsSignedIn, Accepted, AcceptForm, InvitationFailure } from './accept.invitation.tsx';

interface Props {
  token: string | undefined;
  signedIn: boolean;
}

/** The target of an invitation's QR code and mail: accepts in one tap, or after signing in or registering here (A6). */
export function InvitationPage({ token, signedIn }: Props) {
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
          <p>{formatInvitation(data)}</p>
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

const sentences: Record<Role, (given: { competition: string }) => string> = {
  admin: m.invited_as_admin,
  editor: m.invited_as_editor,
  referee: m.invited_as_referee,
  viewer: m.invited_as_viewer,
};

/** Formats what somebody is invited to: « Vous êtes invité à juger … ». */
const formatInvitation = ({ competition_name, role }: { competition_name: string; role: Role }): string =>
  sentences[role]({ competition: competition_name });
