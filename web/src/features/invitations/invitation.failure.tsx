import { Link } from '@tanstack/react-router';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/parts/alert.tsx';

/** Why an invitation could not be accepted, and what to do now. */
export function InvitationFailure({ error, onSignInAgain }: { error: Error; onSignInAgain?: () => void }) {
  const expired = error instanceof Failure && error.isSessionExpired;
  const invalid = error instanceof Failure && error.code === 'invalid_token';
  return (
    <Alert kind="problem" title={formatFailure(error)}>
      {invalid && <p>{m.invitation_invalid_why()}</p>}
      {invalid && <Link to="/competitions">{m.my_competitions()}</Link>}
      {expired && onSignInAgain && (
        <button type="button" className="button button-go" onClick={onSignInAgain}>
          {m.sign_in_again()}
        </button>
      )}
    </Alert>
  );
}
