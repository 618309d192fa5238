import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { formatFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { isSessionKnown } from '../session/session.store.ts';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { ButtonLink } from '../ui/parts/button.link.tsx';
import { Button } from '../ui/parts/button.tsx';

/** Shown when a page fails to render: the error, and two ways to continue. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <PageFrame>
      <main className="page">
        <Alert kind="problem" title={formatFailure(error)}>
          <Button action={m.retry()} onClick={retry} />
          {/* A phone in the field keeps the reader's own list, not the start page. */}
          {isSessionKnown() ? (
            <Link to="/competitions">{m.my_competitions()}</Link>
          ) : (
            <Link to="/">{m.to_start()}</Link>
          )}
        </Alert>
      </main>
    </PageFrame>
  );
}

/** Shown for an unknown address. */
export function MissingPage() {
  return (
    <PageFrame>
      <main className="page">
        <div className="card panel panel-empty">
          <h1>{m.page_missing()}</h1>
          <p className="soft">{m.page_missing_why()}</p>
          <p className="soft">{m.what_dossard_is()}</p>
          <ButtonLink to="/" look="go" label={m.to_start()} />
        </div>
      </main>
    </PageFrame>
  );
}
