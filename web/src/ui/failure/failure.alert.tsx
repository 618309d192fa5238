import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { Failure, formatFailure } from '../../api/failure.ts';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../parts/alert.tsx';
import { PlainButton } from '../parts/plain.button.tsx';
import { GuideLink } from './guide.link.tsx';
import { findParagraph } from './guide.paragraphs.ts';

/* A separate chunk: sessions seldom end while something is typed. */
const SignInHere = laterPart(() => import('./sign.in.here.tsx'));

interface Props {
  error: unknown;
  /** Absent if the failed form itself is sent again. */
  retry?: () => void;
}

/**
 * Shows an error and what to do now. If the session ended while a form is open, it offers to sign in on the same page.
 */
export function FailureAlert({ error, retry }: Props) {
  const [mended, setMended] = useState<unknown>();
  // Readers of the public pages cannot open the guide.
  const isDesk = useLocation({ select: ({ pathname }) => /^\/(new-)?competition/.test(pathname) });
  const paragraph = error instanceof Failure && isDesk ? findParagraph(error.code) : undefined;
  const expired = error instanceof Failure && error.isSessionExpired;
  if (expired && mended === error) return <Alert kind="good" title={m.signed_in_again()} />;
  return (
    <Alert kind={expired ? 'warning' : 'problem'} title={formatFailure(error)}>
      {expired && !retry && (
        <Suspense>
          <SignInHere onDone={() => setMended(error)} />
        </Suspense>
      )}
      {paragraph && (
        <p>
          <GuideLink section={paragraph} />
        </p>
      )}
      {retry && (
        <div className="desk-actions">
          {expired && <SignInLink />}
          <PlainButton action={m.retry()} onClick={retry} />
        </div>
      )}
    </Alert>
  );
}

function SignInLink() {
  const here = useLocation({ select: (location) => location.href });
  return (
    <Link to="/login" search={{ to: here }} className="button button-go">
      {m.sign_in()}
    </Link>
  );
}
