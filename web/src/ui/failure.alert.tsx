import { Link, useLocation } from '@tanstack/react-router';
import { Failure, sayFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { Alert } from './alert.tsx';

interface Props {
  error: unknown;
  /** Absent where the failed form itself is sent again. */
  retry?: () => void;
}

/** What went wrong and what to do now; an ended session is signed in again, in another tab when a form is open. */
export function FailureAlert({ error, retry }: Props) {
  const here = useLocation({ select: (location) => location.href });
  const expired = error instanceof Failure && error.isSessionExpired;
  return (
    <Alert kind={expired ? 'warning' : 'problem'} title={sayFailure(error)}>
      {!retry && expired && <p>{m.sign_in_elsewhere()}</p>}
      {(retry || expired) && (
        <div className="desk-actions">
          {expired && (
            <Link to="/login" search={{ to: here }} target={retry ? undefined : '_blank'} className="button button-go">
              {m.sign_in()}
            </Link>
          )}
          {retry && (
            <button type="button" className="button" onClick={retry}>
              {m.retry()}
            </button>
          )}
        </div>
      )}
    </Alert>
  );
}
